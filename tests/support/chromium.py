"""Finds and starts Chromium. `python -m tests.support.chromium` installs Chromium.

Most tests use the headless shell, which is faster than the complete browser.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from playwright.sync_api import Browser, BrowserType

from tests.support import debian

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = ("chromium-headless-shell", "chrome-headless-shell")
PACKAGES = {"chromium": CHROMIUM, "chromium-headless-shell": SHELL}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def executable(names: tuple[str, ...] = CHROMIUM) -> str | None:
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, names) if path), None)


def launch(chromium: BrowserType, *, whole: bool = False, arguments: Sequence[str] = (), **options: object) -> Browser:
    """Starts headless Chromium: the headless shell or, if `whole` is true, the full browser, which can install apps."""
    path = executable() if whole else executable(SHELL) or executable()
    channel = "chromium" if whole and not path else None
    return chromium.launch(executable_path=path, channel=channel, args=[*ARGUMENTS, *arguments], **options)  # pyright: ignore


def install() -> None:
    missing = [package for package, names in PACKAGES.items() if not executable(names)]
    if missing and debian.can_install():
        debian.install(*missing)
    elif "chromium" in missing:
        print("Installing Chromium for the browser tests …", flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    install()
