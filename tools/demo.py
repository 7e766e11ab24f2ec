"""`make demo`: runs the site with a fake Patreon, to try signing in."""

import os
import signal
import subprocess
import sys

from app.settings import SettingsError, settings
from tests.fakes.club import people
from tests.fakes.patreon import running


def main() -> int:
    """Serves until interrupted; the exit code of the site's server."""
    try:
        chosen = settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with running() as fake:
        site = f"http://{chosen.host}:{chosen.port}"
        print(f"Patreon is a fake, {fake.url}. Open {site}/patreon and sign in as: {', '.join(people())}.", flush=True)
        server = subprocess.Popen(
            [sys.executable, "-m", "app.server"], env={**os.environ, **fake.settings, "SITE_URL": site}
        )
        try:
            return server.wait()
        except KeyboardInterrupt:
            server.terminate()
            return server.wait()


if __name__ == "__main__":
    sys.exit(main())
