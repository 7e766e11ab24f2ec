"""The service worker during development. Without WORKER=on, it only unregisters itself."""

import json
import os
from collections.abc import Mapping
from hashlib import sha256

from starlette.responses import Response

from app.folders import ROOT, WEB
from app.http.media_types import TYPES
from app.i18n import LANGUAGES
from app.pages.offline import offline_route
from app.settings import SettingsError

PATH = "/sw.js"
VARIABLE = "WORKER"
CHOICES = {"on": True, "off": False}
BUILT = WEB / ".next" / "static" / "sw.js"
ENDED = ROOT / "pwa" / "worker" / "ended.js"
OFFLINE = tuple(offline_route(language) for language in LANGUAGES)
"""The pages to cache during development. Other pages are not cached, because they change often."""


def is_on() -> bool:
    """Whether pages register the site's service worker. Raises a SettingsError for an invalid setting."""
    given = os.environ.get(VARIABLE, "off")
    if given not in CHOICES:
        raise SettingsError(f"{VARIABLE}={given!r} is not allowed: on or off")
    return CHOICES[given]


def script(files: Mapping[str, str]) -> Response:
    """Returns the service worker's script. `files` maps paths to SHA-256 hashes in Base64.

    The response has no security policy, because `next dev` uses `eval`.
    """
    source = BUILT.read_text() if is_on() and BUILT.is_file() else ENDED.read_text()
    build = sha256(json.dumps([source, *files.values()]).encode()).hexdigest()[:16]
    listed = f"self.__SITE = {json.dumps({'build': build, 'files': dict(files)})};\n" if is_on() else ""
    return Response(listed + source, headers={"content-type": TYPES[".js"], "cache-control": "no-cache"})
