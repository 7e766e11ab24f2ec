"""Prepares `reflex run` (`make dev`), which runs the site with hot reload.

`rxconfig.py` calls `prepare`, which changes the environment for all processes that Reflex starts.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from errno import EADDRINUSE
from functools import cache, partial
from signal import SIG_IGN, SIGINT, signal

from app.components.icon import collection as icons
from app.desk.desk import warn_without_desk
from app.folders import WEB
from app.inquiries.service import warn_without_mail_server
from app.server import dev_worker
from app.settings import SettingsError, load
from builder import breakpoints, build_lock, dependencies, dev_rules, pictures, processes, production
from builder.fonts import Font
from builder.hot_reload import page_filter, tasks
from builder.hot_reload.changes import importers
from builder.missing_icons import NOTICES
from builder.sources import sources
from builder.steps import BuildError, step
from pwa.seam import reflex_run, workspace

PORT, BACKEND_PORT = 3000, 8000
BACKEND_PATHS = ("app", "builder", "locales", "pwa", "assets/pictures")
BROWSER_SUFFIXES = ("css", "js")


@cache
def prepare() -> None:
    """Prepares `.web` and the environment for `reflex run`.

    Handles `reflex run --env prod` like `make run`, and `reflex export` like `make build`.

    Raises:
        SystemExit: `reflex run` cannot start, or `reflex export` has finished.
    """
    if reflex_run.is_export():
        production.export(reflex_run.unsupported_option())
    options = reflex_run.options()
    if options is None:
        return
    if options.is_production:
        production.run(options)
    processes.mark()
    processes.end_on_signals()  # replaces Python's handler, which can lose a Ctrl-C during imports
    try:
        page_filter.route_names()
        dev_worker.is_on()
        url = f"http://localhost:{options.frontend_port or PORT}"
        if "site_url" not in load().model_fields_set:
            os.environ["SITE_URL"] = url
        build_lock.lock_for_development(url)
        _check_free("--frontend-port", options.frontend_port or PORT)
        _check_free("--backend-port", options.backend_port or BACKEND_PORT)
        os.environ.update({icons.NOTICES: str(NOTICES), reflex_run.MODULE: "app.server.dev"})
        os.environ.setdefault("PYTHONBREAKPOINT", breakpoints.HOOK)
        faces = dependencies.prepare()
        dev_rules.write(load(), url)
        with step("Pictures"):
            pictures.encode_all()
        _patch_backend()
        _start_hot_reload(options.settings, faces)
        warn_without_mail_server(load())
        warn_without_desk(load())
    except (BuildError, LookupError, SettingsError) as error:
        sys.exit(str(error))


def _check_free(option: str, port: int) -> None:
    """Raises a BuildError if the port is in use. Reflex would check the port only after building all pages."""
    family = socket.AF_INET6 if socket.has_dualstack_ipv6() else socket.AF_INET
    try:
        socket.create_server(("", port), family=family, dualstack_ipv6=family == socket.AF_INET6).close()
    except OSError as error:
        if error.errno != EADDRINUSE:
            raise
        another = f".venv/bin/reflex run {option} {port + 1}"
        raise BuildError(f"Port {port} is taken: end what uses it, or name another one, such as {another}") from error


def _patch_backend() -> None:
    from pwa.seam import backend, evaluated_pages  # imported here, because importing Reflex is slow

    os.environ.update(backend.reload_settings(BACKEND_PATHS, ignored=BROWSER_SUFFIXES))
    backend.start_after_frontend(when_stopped=processes.end_marked)
    backend.restart_without_downtime()
    backend.prepare_start(_prepare_pages, reported_elsewhere=tasks.APP)
    evaluated_pages.skip_failing()
    backend.stop_on_signals()


def _prepare_pages() -> None:
    """Replaces failing page modules with error pages. Makes the backend evaluate pages that use `rx.ComponentState`."""
    from app.broken_modules import replace_broken  # imported here, so that each new process imports the current code

    with suppress(Exception):  # not reported here; the backend reports the error when it imports the app
        replace_broken()
        from app.seam import component_states
        from builder.hot_reload.pages import affected_routes
        from pwa.seam import evaluated_pages

        if modules := component_states.modules():
            evaluated_pages.add(affected_routes(importers(modules, sources())))


def _start_hot_reload(settings: Mapping[str, str], faces: Sequence[Font]) -> None:
    reading, writing = os.pipe()
    command = [sys.executable, "-m", "builder.hot_reload", str(writing)]
    process = subprocess.Popen(
        command,
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        pass_fds=[writing],
        # Ignores Ctrl-C during the new process's imports, because an interrupted import would print a traceback.
        preexec_fn=partial(signal, SIGINT, SIG_IGN),
    )
    os.close(writing)
    with suppress(Exception):  # not reported here; pages show errors in the modules that downloads use
        from builder import downloads  # imported here, because importing reportlab is slow

        downloads.write(WEB / workspace.PUBLISHED, faces)
    if not os.read(reading, 1):
        sys.exit(process.wait())
    os.environ[reflex_run.LEAVE_PAGES] = "true"
