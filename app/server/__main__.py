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
from granian.server import mp

from app.database.database import check_usable, open_database
from app.desk.desk import warn_without_desk
from app.http import releases, web_worker
from app.http.export import SITE, Export, ExportError
from app.inquiries.service import warn_without_mail_server
from app.members.session import session_keys
from app.server import log, messages, notify
from app.server.head import MAX_HEAD_BYTES
from app.server.port import PortError, free_address
from app.settings import SettingsError, check_servable, load, settings
from app.watchdog import CHECK_SECONDS

TARGET = "app.server.asgi:create"
ENVIRONMENT = {"__REFLEX_SKIP_COMPILE": "true", "REFLEX_BACKEND_ONLY": "true", "REFLEX_ENV_MODE": "prod"}

HEAD_TIMEOUT_SECONDS = 10
MAX_CONNECTIONS = 16_384
"""The maximum number of open connections. An idle connection uses a few kB of memory."""
OTHER_FILES = 1_024
"""The number of file descriptors for everything except connections."""
MAX_UNACCEPTED = 4_096
MAX_WORKER_MEGABYTES = 768
"""The maximum memory of a web worker. Workers usually need 60 MB, but granian can buffer 16 MB per message. The
server replaces workers that use more.
"""
MEMORY_CHECK_SECONDS = 5
STOP_GRACE_SECONDS = 11
SIGNAL_POLL_SECONDS = 0.5

logger = logging.getLogger(__name__)


def main(root: Path = SITE) -> int:
    """Serves the site in `root` until interrupted. After SIGHUP, serves the current release.

    Returns the exit code: 2 if the settings or the build are invalid, 1 if the port is not available.
    """
    try:
        chosen = settings()
        check_servable(chosen)
        if chosen.patreon_client_id:
            session_keys(chosen)
            if chosen.redis_url is None:
                check_usable(open_database(chosen))
        Export.load(root)
        address = free_address(chosen.host, chosen.port)
    except (SettingsError, ExportError, PortError) as error:
        log.print_error(error)
        return 1 if isinstance(error, PortError) else 2
    os.environ.update(ENVIRONMENT)
    _serve_from(root.parent)
    mp.WorkerProcess = web_worker.WebWorker
    server = web_worker.WebServer(
        TARGET,
        factory=True,
        address=address,
        port=chosen.port,
        workers=chosen.web_workers,
        backlog=MAX_UNACCEPTED,
        backpressure=_possible_connections(),
        interface=Interfaces.ASGI,
        loop=Loops.uvloop,
        http=HTTPModes.http1,  # no HTTP/2, because HPACK can expand a few kB of headers to gigabytes
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_TIMEOUT_SECONDS * 1000, max_buffer_size=MAX_HEAD_BYTES),
        log_level=LogLevels.warning,
        log_dictconfig=log.config(chosen),
        workers_kill_timeout=STOP_GRACE_SECONDS,
        rss_sample_interval=MEMORY_CHECK_SECONDS,
        respawn_failed_workers=True,  # restarts failed workers, but stops after repeated crashes
    )
    server.main_loop_interrupt = PollingEvent()
    warn_without_mail_server(chosen)
    warn_without_desk(chosen)
    messages.log_other_host(chosen)
    server.on_reload(_read_settings)
    server.on_reload(lambda: _serve_from(root.parent))
    # The memory limit is not a constructor argument, because granian would then log a warning.
    server.on_startup(lambda: setattr(server, "workers_rss", MAX_WORKER_MEGABYTES * 1024**2))
    Thread(target=_announce, args=(address, chosen.port), daemon=True).start()
    Thread(target=_watch_workers, args=(server,), daemon=True).start()
    server.serve()
    return 0


class PollingEvent(Event):
    """An event whose `wait` wakes regularly, so that pending signal handlers run.

    Signal handlers run only in the main thread. After SIGSTOP, another thread might receive a signal without
    waking the main thread.
    """

    def wait(self, timeout: float | None = None) -> bool:
        while not super().wait(SIGNAL_POLL_SECONDS):
            pass
        return True


def _possible_connections() -> int:
    """Raises the limit on open files. Returns the number of connections that the limit allows."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + OTHER_FILES
    files = wanted if most == resource.RLIM_INFINITY else min(most, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, files), most))
    return min(MAX_CONNECTIONS, max(files - OTHER_FILES, files // 2))


def _read_settings() -> None:
    """Reloads the settings. New workers inherit them, because workers are forks of this process."""
    try:
        check_servable(load())
    except SettingsError as error:
        logger.error("Reading changed settings failed (%s); going on with the old ones", error)
    else:
        settings.cache_clear()
        settings()


def _serve_from(folder: Path) -> None:
    """Makes new workers serve the release that the symbolic link `folder` points to."""
    release = str(folder.resolve())
    os.environ.update({releases.SERVED: release, "REFLEX_WEB_WORKDIR": release})


def _watch_workers(server: web_worker.WebServer) -> None:
    while True:
        sleep(CHECK_SECONDS)
        for each in list(server.wrks):
            try:
                each.kill_if_stuck()
            except OSError as error:
                logger.error("Check of web worker %d failed (%s); trying again", each.idx + 1, error)


def _announce(address: str, port: int) -> None:
    while True:
        try:
            socket.create_connection((address, port)).close()
        except OSError:
            sleep(0.02)
        else:
            break
    notify.ready()
    print(f"Studio Otisk: http://{f'[{address}]' if ':' in address else address}:{port}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
