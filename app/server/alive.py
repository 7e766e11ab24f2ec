"""`python -m app.server.alive`: checks whether the server responds. Containers run this check."""

import sys
from http.client import HTTPConnection, HTTPException

from app.settings import SettingsError, load

LIVE_PATH = "/_health/live"
TIMEOUT_SECONDS = 5
EVERY_INTERFACE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


def main() -> int:
    try:
        settings = load()
        host = EVERY_INTERFACE.get(settings.host, settings.host)
        connection = HTTPConnection(host, settings.port, timeout=TIMEOUT_SECONDS)
        connection.request("GET", LIVE_PATH)
        status = connection.getresponse().status
    except (OSError, HTTPException, SettingsError) as error:
        print(error, file=sys.stderr)
        return 1
    return int(status != 200)


if __name__ == "__main__":
    sys.exit(main())
