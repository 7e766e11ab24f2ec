"""Prepares the folder `.web`, in which Reflex generates and Next builds.

On its first run, Reflex would probe registries, download bun and write into `.gitignore`. It does not if `.web` is
prepared, so this module does that: Reflex's template, our package.json with its lock, and the packages.
"""

import json
import os
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from app.folders import ROOT, WEB
from pwa.seam.generated_code import GeneratorChangedError

BACKEND = "backend"
"""The folder of what Reflex's backend reads when it starts, in `.web` and in `dist`."""
PUBLISHED = Path("published")
"""The folder of published files in `.web`. Not `public`, which Reflex empties after compiling."""
SKIP_COMPILE = "nocompile"
"""A file that `reflex run` leaves when it is ended, and that has Reflex make no pages the next time."""
MIRRORED = ("app", "pwa")
"""Folders whose JavaScript and style sheets are copied into `.web`."""
EXPORTED = "_static"
"""The folder of what Next exports, in `.web`."""
NEXT, BUILD = ("node", "../pwa/seam/next-build.js", "build"), "build"
"""What exports the pages that are in `.web`, run there, and what it is told when they are."""
INSTALLED = WEB / "packages.sha256"
NO_ACTIONS = b64encode(bytes(32)).decode()
"""The key of server actions, of which an exported site has none. By default each build has another one, and then Next
takes nothing from webpack's cache."""
PACKAGES = ("package.json", "package-lock.json")


def environment() -> dict[str, str]:
    """The environment for Reflex and Node: this Python's tools first in `PATH`, no telemetry, reproducible output."""
    tools = Path(sys.executable).parent
    return {
        **os.environ,
        "PATH": os.pathsep.join([str(tools), os.environ.get("PATH", "")]),
        "PYTHONHASHSEED": "0",
        "NEXT_IGNORE_INCORRECT_LOCKFILE": "1",  # else Next asks the registry what a lock for one platform lacks
        "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY": NO_ACTIONS,
        "NEXT_TELEMETRY_DISABLED": "1",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "REFLEX_DIR": str(WEB / "reflex"),
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_USE_NPM": "true",
    }


def prepare() -> None:
    """Creates or updates `.web`. Idempotent.

    Raises:
        subprocess.CalledProcessError: the packages could not be installed.
    """
    for name, value in environment().items():  # Reflex reads its environment when it is imported
        os.environ[name] = value
    if not _has_template():
        _copy_template()
    _install_packages(environment())


def _has_template() -> bool:
    """Whether Reflex would say so: it is asked when it is copied only, as importing it takes a second."""
    file = WEB / "reflex.json"
    return file.is_file() and json.loads(file.read_text()).get("version") == version("reflex")


def _copy_template() -> None:
    from reflex import constants
    from reflex.utils import prerequisites

    shutil.copytree(constants.Templates.Dirs.WEB_TEMPLATE, WEB, dirs_exist_ok=True)
    (WEB / "reflex").mkdir(exist_ok=True)
    (WEB / "public").mkdir(exist_ok=True)
    prerequisites.init_reflex_json(project_hash=0)  # random by default, so builds would not be reproducible
    if prerequisites.needs_reinit() or not _has_template():
        raise GeneratorChangedError("init_reflex_json", "its version in `.web/reflex.json`")


def renew_modules() -> None:
    """Lays Reflex's own modules as they come, before Reflex makes every page: what the project changes in them then may
    be another thing than last time."""
    from reflex import constants

    shutil.copytree(Path(constants.Templates.Dirs.WEB_TEMPLATE) / "utils", WEB / "utils", dirs_exist_ok=True)


def _install_packages(env: Mapping[str, str]) -> None:
    """Installs the locked packages, once per lock.

    `npm install` and not `npm ci`, which requires every platform's optional binaries in the lock; one made with a
    mirror of some platforms only lacks the others.
    """
    files = (ROOT / ".npmrc", *(ROOT / "pwa" / name for name in PACKAGES))
    wanted = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    installed = INSTALLED.is_file() and INSTALLED.read_text() == wanted
    _lay(files)
    if installed:
        return
    subprocess.run(["npm", "install"], cwd=WEB, env=env, check=True, capture_output=True, text=True)
    _lay(files)  # npm may have completed the lock, of which the build's id is made
    (WEB / "reflex.install_frontend_packages.cached").unlink(missing_ok=True)
    INSTALLED.write_text(wanted)


def _lay(files: Iterable[Path]) -> None:
    """Copies files to `.web`, unless they are there already as they are."""
    for file in files:
        copy = WEB / file.name
        if not copy.exists() or copy.read_bytes() != file.read_bytes():
            shutil.copyfile(file, copy)


def backend_marker() -> Path:
    """The file that Reflex has left for its backend: without it, the backend evaluates every page when it starts.

    Raises:
        GeneratorChangedError: it is not there.
    """
    from reflex import constants

    marker = WEB / BACKEND / constants.Dirs.STATEFUL_PAGES
    if not marker.is_file():
        raise GeneratorChangedError(f"export, which writes {BACKEND}/,", f"`{marker.name}` in it")
    return marker
