import os
import shutil
import subprocess
import sys


def can_install() -> bool:
    return bool(shutil.which("apt-get")) and os.geteuid() == 0


def install(*packages: str) -> None:
    names = " ".join(packages)
    if not can_install():
        sys.exit(f"The tests need {names}, which only root on Debian can install from here: please install it.")
    print(f"Installing {names} for the tests …", flush=True)
    subprocess.run(["apt-get", "update", "-qq"], check=True)
    subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], check=True)
