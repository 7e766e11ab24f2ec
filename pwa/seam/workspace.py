"""Prepares `.web`, where Reflex generates code and Next builds the site.

Without this module, Reflex would contact registries, download bun and change `.gitignore`.
"""

import json
import os
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from app.folders import ROOT, WEB
from pwa.seam.generated_code import GeneratorChangedError

BACKEND = "backend"
PUBLIC = Path("public")
PUBLISHED = Path("published")
"""The folder in `.web` for the site's static files. Reflex would delete them from `public`."""
SKIP_COMPILE = "nocompile"
"""A file that stops Reflex from compiling pages once. Reflex deletes the file, unless `REFLEX_SKIP_COMPILE` is set."""
MIRRORED = ("app", "pwa")
EXPORTED = "_static"
NEXT, BUILD = ("node", "../pwa/seam/next-build.js", "build"), "build"
"""The command that builds the site, and the line on its standard input that starts the build."""
INSTALLED = WEB / "packages.sha256"
NO_ACTIONS = b64encode(bytes(32)).decode()
"""A fixed key for server actions, which the site does not use. A random key would invalidate webpack's cache."""
PACKAGES = ("package.json", "package-lock.json")


def environment() -> dict[str, str]:
    tools = Path(sys.executable).parent
    return {
        **os.environ,
        "PATH": os.pathsep.join([str(tools), os.environ.get("PATH", "")]),
        "PYTHONHASHSEED": "0",
        "NEXT_IGNORE_INCORRECT_LOCKFILE": "1",  # prevents Next from contacting the registry
        "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY": NO_ACTIONS,
        "NEXT_TELEMETRY_DISABLED": "1",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "REFLEX_DIR": str(WEB / "reflex"),
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_USE_NPM": "true",
    }


def prepare() -> None:
    """Creates or updates `.web`. Also sets environment variables, which the build's programs inherit.

    Raises:
        subprocess.CalledProcessError: the packages could not be installed.
    """
    os.environ.update(environment())
    if not _has_template():
        _copy_template()
    _install_packages()


def _has_template() -> bool:
    """Whether the installed version of Reflex has created `.web`. Avoids importing Reflex, which takes a second."""
    file = WEB / "reflex.json"
    return file.is_file() and json.loads(file.read_text()).get("version") == version("reflex")


def _copy_template() -> None:
    from reflex import constants
    from reflex.utils import prerequisites

    shutil.copytree(constants.Templates.Dirs.WEB_TEMPLATE, WEB, dirs_exist_ok=True)
    (WEB / "reflex").mkdir(exist_ok=True)
    (WEB / PUBLIC).mkdir(exist_ok=True)
    prerequisites.init_reflex_json(project_hash=0)  # replaces Reflex's default hash, which is random
    if prerequisites.needs_reinit() or not _has_template():
        raise GeneratorChangedError("init_reflex_json", "its version in `.web/reflex.json`")


def restore_modules() -> None:
    from reflex import constants

    shutil.copytree(Path(constants.Templates.Dirs.WEB_TEMPLATE) / "utils", WEB / "utils", dirs_exist_ok=True)


def _install_packages() -> None:
    """Installs packages if the lock file or `.npmrc` has changed.

    Does not use `npm ci`, which would need the packages for all platforms.
    """
    files = (ROOT / ".npmrc", *(ROOT / "pwa" / name for name in PACKAGES))
    wanted = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    installed = INSTALLED.is_file() and INSTALLED.read_text() == wanted
    _copy(files)
    if installed:
        return
    subprocess.run(["npm", "install"], cwd=WEB, check=True, capture_output=True, text=True)
    _copy(files)  # restores the files that npm has changed
    (WEB / "reflex.install_frontend_packages.cached").unlink(missing_ok=True)
    INSTALLED.write_text(wanted)


def _copy(files: Iterable[Path]) -> None:
    for file in files:
        copy = WEB / file.name
        if not copy.exists() or copy.read_bytes() != file.read_bytes():
            shutil.copyfile(file, copy)


def copy_backend_marker(folder: Path) -> None:
    """Copies Reflex's marker file. Without the marker, the backend would compile every page on startup.

    Raises:
        GeneratorChangedError: the marker is missing.
    """
    from reflex import constants

    marker = WEB / BACKEND / constants.Dirs.STATEFUL_PAGES
    if not marker.is_file():
        raise GeneratorChangedError(f"export, which writes {BACKEND}/,", f"`{marker.name}` in it")
    folder.mkdir()
    shutil.copyfile(marker, folder / marker.name)
