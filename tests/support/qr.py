"""Reads QR codes with zbar."""

import subprocess

from tests.support import debian


def decoded(png: bytes) -> str:
    command = [debian.path_of("zbarimg"), "--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable", "png:-"]
    read = subprocess.run(command, input=png, capture_output=True, check=True)
    return read.stdout.decode().removesuffix("\n")
