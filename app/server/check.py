"""`python -m app.server.check`: before a reload, checks whether the settings are valid and the code can be imported."""

import logging
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from app.hosts import is_near
from app.http.export import SHOWN
from app.settings import Settings, SettingsError, check_servable, load
from app.supervision import type_and_line

CODE = ("app.server.asgi", "app.app")
"""The modules that a web worker and a members process run."""

logger = logging.getLogger(__name__)


def check_build(settings: Settings, built: Mapping[str, Any]) -> None:
    """Logs an error for each setting that contradicts the pages. Earlier releases contain no settings."""
    served: dict[str, Any] = {**{name: getattr(settings, name) for name in SHOWN}, "hosting": "server"}
    if is_near(urlsplit(settings.site_url).hostname or ""):  # local servers may have other ports than the build
        del served["site_url"]
    for name, value in served.items():
        promised = built.get(name, value)
        if value > promised if name == "inquiries_days" else value != promised:
            logger.error("%s is %s, but the site was built with %s; build it again", SHOWN[name], value, promised)


def main() -> int:
    try:
        check_servable(load())
        for name in CODE:
            import_module(name)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    except Exception as error:
        print(f"{type_and_line(error)}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
