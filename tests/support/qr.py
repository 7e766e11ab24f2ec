"""Reads QR codes with zbar. `python -m tests.support.qr` installs zbar."""

import shutil
import subprocess

from tests.support import debian


def decoded(png: bytes) -> str:
    command = ["zbarimg", "--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable", "png:-"]
    read = subprocess.run(command, input=png, capture_output=True, check=True)
    return read.stdout.decode().removesuffix("\n")


if __name__ == "__main__" and not shutil.which("zbarimg"):
    debian.install("zbar-tools")
