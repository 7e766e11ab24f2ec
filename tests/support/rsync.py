"""Installs rsync for tests of `make deploy`: `python -m tests.support.rsync`."""

import shutil

from tests.support import debian

if __name__ == "__main__" and not shutil.which("rsync"):
    debian.install("rsync")
