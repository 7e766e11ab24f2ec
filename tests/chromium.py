"""The browser of the tests: a Chromium of the system, or one that `python -m tests.chromium` installs."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def executable() -> str | None:
    """The system's Chromium; `CHROMIUM` names another. None where there is none."""
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, NAMES) if path), None)


def launch(playwright: Playwright, **options: object) -> Browser:
    """A headless browser, the system's or else the one that Playwright downloaded."""
    return playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS, **options)  # pyright: ignore


def install() -> None:
    """Sees to it that there is a browser: the system's, else Debian's package, else Playwright's own download."""
    if executable():
        return
    print("Installing Chromium for the browser tests …", flush=True)
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], check=True)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    install()
