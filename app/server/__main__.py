"""`python -m app.server`: serves the built site."""

import logging
import os
import resource
import socket
import sys
from pathlib import Path
from threading import Event, Thread
from time import sleep

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import MPServer, Server, mp

from app.http import releases, web_worker
from app.http.export import SITE, Export, ExportError
from app.inquiries.desk import announce
from app.members import database
from app.members.session import session_keys
from app.server import log, notify
from app.server.head import MAX_HEAD_BYTES
from app.settings import SettingsError, settings
from app.watchdog import CHECK_SECONDS

TARGET = "app.server.asgi:create"
ENVIRONMENT = {
    "__REFLEX_SKIP_COMPILE": "true",
    "REFLEX_BACKEND_ONLY": "true",
    "REFLEX_ENV_MODE": "prod",
}
"""Makes Reflex serve its backend from what has been built beside the site."""

HEAD_TIMEOUT_SECONDS = 10
"""For a request's line and headers to arrive, once they have begun to; then granian closes the connection."""
MAX_CONNECTIONS = 16_384
"""Open ones of a process at most; further ones wait until one is closed. An idle one takes a few kB."""
OTHER_FILES = 1_024
"""Of those that a process may have open, so many are kept for what is no connection."""
MAX_UNACCEPTED = 4_096
"""Connections that the kernel makes before a process takes them."""
MAX_WORKER_MEGABYTES = 768
"""Of memory; a worker that takes more is replaced by a new one, which starts before the old one ends. It takes 60, and
what others send (granian reads up to 16 MB of a websocket's message before Python sees it)."""
MEMORY_CHECK_SECONDS = 5
STOP_GRACE_SECONDS = 5
"""For open connections when the server stops."""
SIGNAL_POLL_SECONDS = 0.5
"""How often the main process, which only waits for signals, looks whether one has come."""

logger = logging.getLogger(__name__)


def main(root: Path = SITE) -> int:
    """Serves the site in `root` until it is interrupted. On SIGHUP, new processes serve the release to which `root`
    leads by then, and the old ones end once they have answered.

    Returns the exit code: 2 if the settings are wrong or the site is not built, 1 if the port is not available.
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
    os.environ.update(ENVIRONMENT)
    _serve_from(root.parent)
    mp.WorkerProcess = web_worker.WebWorker
    server = Server(
        TARGET,
        factory=True,
        address=address,
        port=chosen.port,
        workers=chosen.web_workers,
        backlog=MAX_UNACCEPTED,
        backpressure=_possible_connections(),
        interface=Interfaces.ASGI,
        loop=Loops.uvloop,
        http=HTTPModes.http1,  # a header of HTTP/2 may be 16 MB, and a few kB may stand for gigabytes (HPACK)
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_TIMEOUT_SECONDS * 1000, max_buffer_size=MAX_HEAD_BYTES),
        log_level=LogLevels.warning,
        log_dictconfig=log.config(chosen),
        workers_kill_timeout=STOP_GRACE_SECONDS,
        rss_sample_interval=MEMORY_CHECK_SECONDS,
        respawn_failed_workers=True,  # otherwise one that dies stops the server; one that cannot start still does
    )
    server.main_loop_interrupt = PollingEvent()
    announce(chosen)
    server.on_reload(lambda: _serve_from(root.parent))
    # Given to granian before, this would be a warning in the log of each start about a setting of the kernel.
    server.on_startup(lambda: setattr(server, "workers_rss", MAX_WORKER_MEGABYTES * 1024**2))
    Thread(target=_announce, args=(address, chosen.port), daemon=True).start()
    Thread(target=_watch_workers, args=(server,), daemon=True).start()
    server.serve()
    return 0


class PollingEvent(Event):
    """An event that whoever waits for it looks up from: a signal that came while the process was stopped (SIGSTOP) may
    be given to another thread, and Python handles it in the main one, which would sleep on."""

    def wait(self, timeout: float | None = None) -> bool:
        """Waits without end, whatever `timeout` is."""
        while not super().wait(SIGNAL_POLL_SECONDS):
            pass
        return True


def _possible_connections() -> int:
    """How many connections a process may have, once it is permitted as many open files as it needs for them."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + OTHER_FILES
    files = wanted if most == resource.RLIM_INFINITY else min(most, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, files), most))
    return min(MAX_CONNECTIONS, max(files - OTHER_FILES, files // 2))


def _serve_from(folder: Path) -> None:
    """Has processes that are started from now on serve the release to which `folder` leads now."""
    release = str(folder.resolve())
    os.environ.update({releases.SERVED: release, "REFLEX_WEB_WORKDIR": release})


def _watch_workers(server: MPServer) -> None:
    """Kills workers whose event loop has stopped, and logs those that take too much memory, until the process ends."""
    while True:
        sleep(CHECK_SECONDS)
        for each in list(server.wrks):
            assert isinstance(each, web_worker.WebWorker)
            try:
                each.kill_if_stuck()
                each.log_if_large(MAX_WORKER_MEGABYTES)
            except OSError as error:
                logger.error("Check of web worker %d failed (%s); trying again", each.idx + 1, error)


def _announce(address: str, port: int) -> None:
    """Prints the URL once the server accepts connections."""
    while True:
        try:
            socket.create_connection((address, port)).close()
        except OSError:
            sleep(0.02)
        else:
            break
    notify.ready()
    print(f"Studio Otisk: http://{f'[{address}]' if ':' in address else address}:{port}", flush=True)


def _free_address(host: str, port: int) -> str:
    """The IP address of `host`, once it is known that `port` is free there.

    granian shares a port silently (SO_REUSEPORT), so a second server would get every other visitor.

    Raises:
        OSError: the host has no address, or the port is in use.
    """
    family, _kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
    return str(address[0])


if __name__ == "__main__":
    sys.exit(main())
