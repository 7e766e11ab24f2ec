"""Serves the code of script events, such as `rx.call_script`.

Pages may run only scripts from this server and may not use `eval`. The server encrypts and signs the code of each
script, and puts the result into a URL. A request for the URL returns the code. No client can create such a URL.
"""

import logging
import time
import zlib
from base64 import b85decode, b85encode
from collections.abc import Callable
from functools import cache

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from app.http.backend import EVENTS
from app.http.methods import require_method
from app.members.session import Sealer, session_keys
from app.settings import settings

PATH = f"{EVENTS}/script"
PARAMETER = "code"
PURPOSE = "script"
TTL_SECONDS = 60
MAX_SEALED_CHARS = 4000
"""The maximum length of encrypted code, enough for 3 kB of plain code."""
ALLOWED = {"sec-fetch-dest": "script", "sec-fetch-site": "same-origin"}
"""Headers that browsers send only if a page of this site loads the script."""
HEADERS = {"cache-control": "no-store"}

logger = logging.getLogger(__name__)


class Scripts:
    def __init__(self, sealer: Sealer, clock: Callable[[], float] = time.time) -> None:
        self._sealer = sealer
        self._clock = clock

    def address(self, code: str) -> str:
        """Returns a URL that serves the code for one minute. Raises ValueError if the code is too long."""
        packed = b85encode(zlib.compress(code.encode(), 9)).decode()
        sealed = self._sealer.seal(PURPOSE, {"code": packed, "until": self._clock() + TTL_SECONDS})
        if len(sealed) > MAX_SEALED_CHARS:
            raise ValueError(
                f"a script of {len(code):,} characters is too long to send; put the code into the page's event trigger"
            )
        return f"{PATH}?{PARAMETER}={sealed}"

    def respond(self, scope: Scope, query: str) -> Response:
        require_method(scope, "GET")
        headers = Headers(scope=scope)
        if any(headers.get(name) != value for name, value in ALLOWED.items()):
            raise HTTPException(403, "Only pages of this site load this script.")
        parameter, _, sealed = query.partition("=")
        data = self._sealer.unseal(PURPOSE, sealed) if parameter == PARAMETER else None
        if data is None or data["until"] < self._clock():
            raise HTTPException(404, "The script is no longer available.", HEADERS)
        code = zlib.decompress(b85decode(data["code"])).decode()
        return Response(f"document.currentScript.run = {code};\n", 200, HEADERS, "text/javascript")


@cache
def scripts() -> Scripts:
    """Returns this process's `Scripts`. Raises SettingsError if the session keys are unavailable."""
    return Scripts(Sealer(session_keys(settings())))
