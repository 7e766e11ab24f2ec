"""The browsers of the tests, those of the system or ones that `python -m tests.support.chromium` installs: Chromium's
headless shell, which takes two thirds of the time, and the whole Chromium for what the shell lacks."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Browser, BrowserType

from tests.support import debian

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = ("chromium-headless-shell", "chrome-headless-shell")
PACKAGES = {"chromium": CHROMIUM, "chromium-headless-shell": SHELL}
"""Debian's packages, each with the names of its executable."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def executable(names: tuple[str, ...] = CHROMIUM) -> str | None:
    """The system's browser of one of these names, or the one in `CHROMIUM`; None if there is none."""
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, names) if path), None)


def launch(chromium: BrowserType, *, whole: bool = False, **options: object) -> Browser:
    """A headless browser, the system's or else the one that Playwright downloaded. The `whole` one knows profiles, and
    installs web apps."""
    path = executable() if whole else executable(SHELL) or executable()
    channel = "chromium" if whole and not path else None
    return chromium.launch(executable_path=path, channel=channel, args=ARGUMENTS, **options)  # pyright: ignore


def install() -> None:
    """Installs the missing browsers: Debian's packages, else Playwright's download."""
    missing = [package for package, names in PACKAGES.items() if not executable(names)]
    if missing and debian.can_install():
        debian.install(*missing)
    elif "chromium" in missing:
        print("Installing Chromium for the browser tests …", flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    install()
