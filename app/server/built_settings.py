"""Compares the server's settings with those of the build."""

import logging
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from app.hosts import is_near
from app.http.export import SHOWN
from app.settings import Settings

logger = logging.getLogger(__name__)


def check_build(settings: Settings, built: Mapping[str, Any]) -> None:
    """Logs an error for each setting that contradicts the build. Ignores settings that `built` does not contain."""
    served = {name: getattr(settings, name) for name in SHOWN}
    if is_near(urlsplit(settings.site_url).hostname or ""):  # a local server may use another port than the build
        del served["site_url"]
    for difference in differences(served, built):
        logger.error("%s; build it again", difference)


def differences(served: Mapping[str, Any], built: Mapping[str, Any]) -> Iterator[str]:
    """Describes each server setting that contradicts the build. Ignores settings that the server or the build lacks."""
    for name, value in {**served, "hosting": "server"}.items():
        promised = built.get(name, value)
        if value > promised if name == "inquiries_days" else value != promised:
            yield f"{SHOWN[name]} is {value}, but {promised} in the build"
