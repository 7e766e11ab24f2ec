"""`python -m tests.support.rsync` installs rsync, with which `make deploy` copies releases."""

import shutil

from tests.support import debian

if __name__ == "__main__" and not shutil.which("rsync"):
    debian.install("rsync")
