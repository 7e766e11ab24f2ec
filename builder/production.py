"""Makes `reflex run --env prod` work like `make run`, and `reflex export` like `make build`."""

import os
import sys
from typing import NoReturn

from app.folders import ROOT
from app.settings import SettingsError, load
from builder import serve
from builder.__main__ import main as build
from pwa.seam.reflex_run import Options

ONE_PORT = "The built site has one port: name it by --frontend-port or --backend-port, or set PORT"
ONE_PROGRAM = "One program serves the built site's pages and its backend: leave out"
WHOLE_SITE = "`reflex export` builds the complete site into dist/, like `make build`: leave out"


def run(options: Options) -> NoReturn:
    """Builds the site if something has changed, and serves it on one port.

    Raises:
        SystemExit: an option is not supported, the port is in use, or the build failed.
    """
    if options.part:
        sys.exit(f"{ONE_PROGRAM} {options.part}")
    ports = {port for port in (options.frontend_port, options.backend_port) if port}
    if len(ports) > 1:
        sys.exit(ONE_PORT)
    os.chdir(ROOT)
    try:
        is_site_url_set = "site_url" in load().model_fields_set
    except SettingsError as error:
        sys.exit(str(error))
    if ports:
        os.environ["PORT"] = str(*ports)
        if not is_site_url_set:
            os.environ["SITE_URL"] = f"http://localhost:{os.environ['PORT']}"
    if options.backend_host:
        os.environ["HOST"] = options.backend_host
    sys.exit(serve.main())


def export(refused: str | None) -> NoReturn:
    """Builds the site if something has changed.

    Raises:
        SystemExit: always, with the build's exit code or an error message.
    """
    if refused:
        sys.exit(f"{WHOLE_SITE} {refused}")
    os.chdir(ROOT)
    sys.exit(build())
