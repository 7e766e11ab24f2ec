"""The server as `python -m app.server` starts it, with the small site and the stand-in for Reflex's backend.

`python -m tests.server.served FOLDER` serves the site in FOLDER.
"""

import os
import sys
from pathlib import Path

from starlette.types import ASGIApp

from app.server import __main__ as server
from app.server.compose import compose
from app.server.export import Export
from app.settings import settings
from tests.server.conftest import reflex

FOLDER = "SMALL_SITE"


def create() -> ASGIApp:
    """The application, in each worker."""
    return compose(settings(), Export.load(Path(os.environ[FOLDER])))(reflex())


if __name__ == "__main__":
    os.environ[FOLDER] = sys.argv[1]
    server.TARGET = "tests.server.served:create"
    sys.exit(server.main(Path(sys.argv[1])))
