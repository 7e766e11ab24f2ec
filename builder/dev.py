"""`reflex run`, which `make dev` is: the site with hot reload on http://localhost:3000.

Reflex reads `rxconfig.py` before it does anything else, and there calls `prepare`: so nothing is left for Reflex to
download, and the processes that it starts know the application of development by their environment.
"""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from errno import EADDRINUSE
from functools import cache, partial

from app.components.icon import collection as icons
from app.inquiries.desk import announce
from app.settings import SettingsError, load
from builder import build_lock, dependencies, pictures
from builder.hot_reload import outdated, page_filter
from builder.missing_icons import NOTICES
from builder.steps import BuildError, step
from pwa.seam import reflex_run, workspace

PORT, BACKEND_PORT = 3000, 8000
"""Where Next serves the pages, and Reflex's backend the server's own paths."""
OF_BACKEND = ("app", "builder", "locales", "pwa", "assets/pictures")
"""What a backend that starts anew reads."""
OF_BROWSERS = ("css", "js")
"""The suffixes of files in these folders that it does not read."""
NOT_FOR_PRODUCTION = "`reflex run` is for development. To build the site and serve it: make run"


@cache
def prepare() -> None:
    """Under `reflex run`, makes `.web` ready and sets the environment; elsewhere it does nothing.

    Raises:
        SystemExit: there is a reason not to go on, which it says.
    """
    options = reflex_run.options()
    if options is None:
        return
    if options.is_production:
        sys.exit(NOT_FOR_PRODUCTION)
    interrupt = signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python can lose a Ctrl-C while it imports
    try:
        page_filter.names()
        url = f"http://localhost:{options.frontend_port or PORT}"
        if "site_url" not in load().model_fields_set:
            os.environ["SITE_URL"] = url
        build_lock.stay(url)
        _check_free("--frontend-port", options.frontend_port or PORT)
        _check_free("--backend-port", options.backend_port or BACKEND_PORT)
        os.environ.update(workspace.environment())
        os.environ.update({icons.NOTICES: str(NOTICES), reflex_run.MODULE: "app.server.dev"})
        dependencies.prepare()
        with step("Pictures"):
            pictures.encode_all()
        _calm_backend()
        _make_pages(options.settings)
        announce(load())
    except (BuildError, LookupError, SettingsError) as error:
        sys.exit(str(error))
    finally:
        signal.signal(signal.SIGINT, interrupt)


def _check_free(option: str, port: int) -> None:
    """Checks that nobody serves on a port: Reflex looks only when all pages are made.

    Raises:
        BuildError: somebody does.
    """
    family = socket.AF_INET6 if socket.has_dualstack_ipv6() else socket.AF_INET
    try:
        socket.create_server(("", port), family=family, dualstack_ipv6=family == socket.AF_INET6).close()
    except OSError as error:
        if error.errno != EADDRINUSE:
            raise
        another = f".venv/bin/reflex run {option} {port + 1}"
        raise BuildError(f"Port {port} is taken: end what uses it, or name another one, such as {another}") from error


def _calm_backend() -> None:
    """Has the backend start after Next, and start anew only for what it reads, without anybody noticing."""
    from pwa.seam import backend  # which takes as long to import as Reflex does

    os.environ.update(backend.restarted_by(OF_BACKEND, without=OF_BROWSERS))
    backend.start_after_frontend()
    backend.restart_unnoticed()
    backend.say_briefly(told_by=outdated.MODULE)
    backend.end_quietly()


def _make_pages(settings: Mapping[str, str]) -> None:
    """Starts what makes the pages, and makes them anew when something changes; returns when they are there."""
    reading, writing = os.pipe()
    command = [sys.executable, "-m", "builder.hot_reload", str(writing)]
    maker = subprocess.Popen(
        command,
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        pass_fds=[writing],
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_IGN),  # until it has imported what it needs
    )
    os.close(writing)
    if not os.read(reading, 1):
        sys.exit(maker.wait())
    os.environ[reflex_run.LEAVE_PAGES] = "true"
