"""`python -m app.server`: serves the built site."""

import os
import socket
import sys
from pathlib import Path
from threading import Thread
from time import sleep

from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from app.http.export import SITE, Export, ExportError
from app.members import database
from app.members.session import session_keys
from app.server import log
from app.settings import SettingsError, settings

TARGET = "app.server.asgi:create"
ENVIRONMENT = {
    "__REFLEX_SKIP_COMPILE": "true",
    "REFLEX_BACKEND_ONLY": "true",
    "REFLEX_ENV_MODE": "prod",
}
"""What makes Reflex serve its backend from what is built already, beside the site."""

LONGEST_HEAD = 64 * 1024
"""Bytes of a request's line and headers; what is longer is answered with 414 or 431 before Python sees it."""
GRACE = 5
"""Seconds that open connections get when the server stops."""


def main(root: Path = SITE) -> int:
    """Serves the site in `root` until it is interrupted.

    Returns the exit code: 2 where the settings are wrong or the site is not built, 1 where the port cannot be had.
    """
    try:
        chosen = settings()
        if chosen.patreon_client_id:
            session_keys(chosen)
            if chosen.redis_url is None:
                database.prepare(chosen.database_file)
        Export.load(root)
        address = _free_address(chosen.host, chosen.port)
    except (SettingsError, ExportError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"Cannot serve on {chosen.host} port {chosen.port}: {error.strerror}.", file=sys.stderr)
        return 1
    os.environ.update(ENVIRONMENT, REFLEX_WEB_WORKDIR=str(root.parent))
    server = Server(
        TARGET,
        factory=True,
        address=address,
        port=chosen.port,
        workers=chosen.web_workers,
        interface=Interfaces.ASGI,
        http1_settings=HTTP1Settings(max_buffer_size=LONGEST_HEAD),
        log_level=LogLevels.warning,
        log_dictconfig=log.config(chosen),
        workers_kill_timeout=GRACE,
        respawn_failed_workers=True,  # else all end with the first; one that cannot even start still ends the server
    )
    Thread(target=_announce, args=(address, chosen.port), daemon=True).start()
    server.serve()
    return 0


def _announce(address: str, port: int) -> None:
    """Prints the URL once somebody answers there."""
    while True:
        try:
            socket.create_connection((address, port)).close()
        except OSError:
            sleep(0.02)
        else:
            break
    print(f"Studio Otisk: http://{f'[{address}]' if ':' in address else address}:{port}", flush=True)


def _free_address(host: str, port: int) -> str:
    """The IP address of `host`, on which nobody listens on `port`.

    granian itself shares a port in silence (SO_REUSEPORT), so that a second server would get every other visitor.
    """
    family, _kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
    return str(address[0])


if __name__ == "__main__":
    sys.exit(main())
