"""`python -m builder.serve` (`make run`): builds the site if something has changed, then serves it."""

import os
import sys

from app.server.port import PortError, free_address
from app.settings import SettingsError, load
from builder.__main__ import main as build

SERVER = (sys.executable, "-m", "app.server")


def main() -> int:
    """Checks the port, builds the site, and replaces this process with the server. Returns an exit code on failure."""
    try:
        settings = load()
        free_address(settings.host, settings.port)  # checked before the build, which can take minutes
    except (SettingsError, PortError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, SettingsError) else 1
    code = build()
    if code == 0:
        sys.stdout.flush()
        os.execv(SERVER[0], SERVER)  # noqa: S606
    return code


if __name__ == "__main__":
    sys.exit(main())
