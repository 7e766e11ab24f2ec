import shutil
import subprocess
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress

import tests.support.engines.webkit as webkit_driver
from tests.support import debian
from tests.support.engines.engine import PLAIN, Engine, Look
from tests.support.engines.firefox import EXECUTABLE, Preference, firefox
from tests.support.engines.webkit import webkit

NAMES = ("chromium", "firefox", "webkit")
PACKAGES = {"firefox": ("firefox-esr",), "webkit": ("webkit2gtk-driver", "xvfb", "python3-gi", "gir1.2-webkit2-4.1")}
BINDINGS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"


def engine(
    name: str, look: Look = PLAIN, preferences: Mapping[str, Preference] | None = None
) -> AbstractContextManager[Engine]:
    """Runs Firefox or WebKit. WebKit ignores `preferences`."""
    return firefox(look, preferences or {}) if name == "firefox" else webkit(look)


def missing() -> list[str]:
    present = {
        "firefox": _has(EXECUTABLE),
        "webkit": _has(webkit_driver.DRIVER, webkit_driver.SCREEN) and _has_bindings(),
    }
    return [name for name, is_present in present.items() if not is_present]


def install() -> None:
    for name in missing() if debian.can_install() else ():
        with suppress(subprocess.CalledProcessError):
            debian.install(*PACKAGES[name])


def _has(*commands: str) -> bool:
    return all(map(shutil.which, commands))


def _has_bindings() -> bool:
    with suppress(FileNotFoundError):
        return subprocess.run([webkit_driver.PYTHON, "-c", BINDINGS], capture_output=True).returncode == 0
    return False
