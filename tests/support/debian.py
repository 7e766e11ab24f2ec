"""Finds the programs that tests start. `python -m tests.support.debian` installs missing ones on Debian."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = {
    "redis-server": "redis-server",
    "initdb": "postgresql",
    "nginx": "nginx-light",
    "rsync": "rsync",
    "zbarimg": "zbar-tools",
}


def find(program: str) -> str | None:
    """Returns the path of a program in `PATH` or in Debian's program folders."""
    postgresql = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return str(postgresql[-1]) if postgresql else shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")


def path_of(program: str) -> str:
    found = find(program)
    assert found, f"{program} is missing: run `python -m tests.support.debian` as root on Debian, or install it"
    return found


def can_install() -> bool:
    return bool(shutil.which("apt-get")) and os.geteuid() == 0


def install(*packages: str) -> None:
    names = " ".join(packages)
    if not can_install():
        sys.exit(f"The tests need {names}, which only root on Debian can install from here: please install it.")
    print(f"Installing {names} for the tests …", flush=True)
    subprocess.run(["apt-get", "update", "-qq"], check=True)
    subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], check=True)


if __name__ == "__main__" and (missing := [package for program, package in PACKAGES.items() if not find(program)]):
    install(*missing)
