"""`make demo`: runs the site with a fake Patreon and a fake mail server that prints all email."""

import signal
import subprocess
import sys
from tempfile import TemporaryDirectory

from app.settings import settings
from tests.fakes.campaign import people
from tests.fakes.patreon import running
from tests.fakes.smtp import Mailbox, receiving, shown
from tests.support.server_process import server_environment


def main() -> int:
    chosen = settings()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    mailbox = Mailbox(lambda mail: print(f"\n{shown(mail)}", flush=True))
    with running() as fake, receiving(mailbox), TemporaryDirectory(prefix="demo-") as folder:
        site = f"http://{chosen.host}:{chosen.port}"
        print(f"Patreon is a fake, {fake.url}. Open {site}/patreon and sign in as: {', '.join(people())}.", flush=True)
        print(f"Mail of {site}/inquiry is printed here.", flush=True)
        print(f"To get a link that signs in to the studio's desk, open {site}/desk/sign-in.", flush=True)
        own = {"HOST": chosen.host, "PORT": str(chosen.port), "SITE_URL": site, "DATA_DIR": folder}
        environment = {**server_environment(), **fake.settings, **mailbox.settings, **own}
        server = subprocess.Popen([sys.executable, "-m", "app.server"], env=environment)
        try:
            return server.wait()
        except KeyboardInterrupt:
            server.terminate()
            return server.wait()


if __name__ == "__main__":
    sys.exit(main())
