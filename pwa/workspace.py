"""The folder `.web`, in which Reflex generates and Next builds: made ready without Reflex's own start-up downloads.

Reflex would probe registries, fetch bun and write into `.gitignore` on its first run. It does none of that when it finds `.web`
prepared, so this module prepares it: Reflex's template, our package.json with its lock, and `npm ci`.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / ".web"
PACKAGES = ("package.json", "package-lock.json")


def environment() -> dict[str, str]:
    """The environment in which Reflex and Node run: this Python's own tools first, no telemetry, reproducible output."""
    tools = Path(sys.executable).parent
    return {
        **os.environ,
        "PATH": os.pathsep.join([str(tools), os.environ.get("PATH", "")]),
        "PYTHONHASHSEED": "0",
        "NEXT_TELEMETRY_DISABLED": "1",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "REFLEX_DIR": str(WEB / "reflex"),
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_USE_NPM": "true",
    }


def prepare() -> None:
    """Creates or updates `.web`; does nothing that is done already.

    Raises:
        subprocess.CalledProcessError: the packages could not be installed.
    """
    for name, value in environment().items():  # Reflex reads its environment when it is imported
        os.environ[name] = value
    from reflex.utils import prerequisites

    if prerequisites.needs_reinit():
        _copy_template()
        prerequisites.init_reflex_json(project_hash=0)  # a random number by default; it would differ in every build
    if _packages_changed():
        _install(environment())


def _copy_template() -> None:
    from reflex import constants

    shutil.copytree(constants.Templates.Dirs.WEB_TEMPLATE, WEB, dirs_exist_ok=True)
    (WEB / "reflex").mkdir(exist_ok=True)
    (WEB / "public").mkdir(exist_ok=True)


def _packages_changed() -> bool:
    return any(not _same(ROOT / "pwa" / name, WEB / name) for name in PACKAGES) or not (WEB / "node_modules").is_dir()


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


def _install(env: Mapping[str, str]) -> None:
    shutil.copyfile(ROOT / ".npmrc", WEB / ".npmrc")
    shutil.copyfile(ROOT / "pwa" / "package.json", WEB / "package.json")
    lock = WEB / "package-lock.json"
    shutil.copyfile(ROOT / "pwa" / "package-lock.json", lock)
    try:
        subprocess.run(["npm", "ci"], cwd=WEB, env=env, check=True)
    except BaseException:
        lock.unlink()  # so that the next run tries again
        raise
    (WEB / "reflex.install_frontend_packages.cached").unlink(missing_ok=True)
