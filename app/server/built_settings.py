"""Compares the server's settings with those of the build."""

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from app.hosts import is_near
from app.http.export import SHOWN
from app.settings import Settings

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
