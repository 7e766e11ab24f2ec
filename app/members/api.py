"""Questions to Patreon over HTTP: whatever comes back is a JSON object, or an exception of ours.

Tokens go in headers and bodies only, and nothing of either is ever logged or put into an exception.
"""

import asyncio
import json
import logging
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import Any

import httpx

from app.members.store import Store
from app.monitoring.server import call_failed

AGENT = "StudioOtisk/1.0 (print club)"
TIMEOUT = httpx.Timeout(5.0, connect=3.0)
DEADLINE = 8.0
"""Seconds that one question may take altogether, its repetition included."""
SMALL = 256 * 1024
"""Bytes of an answer about one person or one token."""
LARGEST = 8 * 1024 * 1024
"""Bytes of any other answer."""
REST = 10.0
"""Seconds for which the creator's token rests from a question that has failed, unless Patreon itself says how long."""
LONGEST_REST = 600.0
TOKEN = re.compile(r"[!-~]{1,1000}")
"""What a token may be: visible characters, fit for a header."""

logger = logging.getLogger(__name__)
for noisy in ("httpx", "httpcore"):  # they log addresses, in which members' ids stand
    logging.getLogger(noisy).setLevel(logging.WARNING)


class Unavailable(Exception):
    """Patreon fails: it does not answer, asks for rest, or answers what is of no use. Where that is news, it has been
    reported."""


class Resting(Unavailable):
    """Patreon has failed a moment ago, so it was not asked."""


class Refused(Exception):
    """Patreon does not take a code or a refresh token: it was used, has ended, or is none."""


class Unauthorized(Exception):
    """Patreon does not take an access token."""


class Missing(Exception):
    """Patreon knows nothing of that id, or it is not ours to see."""


class Api:
    """The way to Patreon at `url`. When it asks for rest, that is kept in `store`, for all processes: each token rests
    from each question by itself. `transport` takes the network's place in tests, `clock` the time's."""

    def __init__(
        self,
        url: str,
        store: Store,
        transport: httpx.AsyncBaseTransport | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._clock = clock
        self._http = httpx.AsyncClient(
            base_url=url,
            timeout=TIMEOUT,
            headers={"user-agent": AGENT, "accept": "application/json"},
            transport=transport,
        )

    async def close(self) -> None:
        """Lets go of connections."""
        await self._http.aclose()

    async def look_out(self, operation: str, bearer: str = "") -> None:
        """Nothing, unless this token rests from this question.

        Raises:
            Resting: it does.
        """
        if await self._store.get(_rest(operation, bearer)):
            raise Resting("Patreon has failed a moment ago")

    async def rest(self, operation: str, bearer: str, seconds: float = REST) -> None:
        """This token shall rest from this question; no shorter than Patreon has asked for."""
        await self._store.add(_rest(operation, bearer), b"1", seconds)

    async def ask(
        self,
        operation: str,
        method: str,
        path: str,
        *,
        bearer: str = "",
        largest: int = 0,
        expected: tuple[type[Exception], ...] = (),
        reported: bool = True,
        **options: Any,
    ) -> dict[str, Any]:
        """One question; a GET is repeated once where the connection broke or Patreon stumbled.

        `operation` is what a report calls it: a path may name a member. An answer may have `largest` bytes (`LARGEST`
        without). With `reported`, a failure is reported; but for a 429, which is no news.

        Raises:
            Refused, Unauthorized, Missing: Patreon says so, and it is `expected` to happen.
            Unavailable: anything else that is not an answer.
        """
        await self.look_out(operation, bearer)
        if bearer:
            options["headers"] = {"authorization": f"Bearer {bearer}"}
        try:
            async with asyncio.timeout(DEADLINE):
                try:
                    return await self._ask_once(method, path, largest or LARGEST, expected, **options)
                except _Stumbled as error:
                    if method != "GET" or not error.again:
                        raise
                    return await self._ask_once(method, path, largest or LARGEST, expected, **options)
        except _Throttled as error:
            await self._store.set(_rest(operation, bearer), b"1", error.seconds)
            logger.warning("Patreon asks for %.0f seconds of rest (%s)", error.seconds, operation)
            raise Unavailable("Patreon asks for rest") from None
        except (_Stumbled, TimeoutError) as error:
            if reported:
                call_failed("Patreon", operation, status=getattr(error, "status", None), error=error)
            raise Unavailable(str(error) or "no answer in time") from None

    async def _ask_once(
        self, method: str, path: str, largest: int, expected: tuple[type[Exception], ...], **options: Any
    ) -> dict[str, Any]:
        try:
            async with self._http.stream(method, path, **options) as response:
                body = await _read(response, largest)
        except httpx.HTTPError as error:  # whose text may hold an address
            raise _Stumbled(type(error).__name__, again=not isinstance(error, httpx.TimeoutException)) from None
        answer = parsed(body)
        status = response.status_code
        if status == 429:
            raise _Throttled(min(self._seconds(response.headers.get("retry-after"), answer), LONGEST_REST))
        no = _no(status, answer)
        if no and no in expected:
            raise no
        if answer is None or status != 200:
            reason = f"status {status}" if status != 200 else "no JSON"
            raise _Stumbled(reason, status, again=answer is None or status >= 500)
        return answer

    def _seconds(self, retry_after: str | None, answer: dict[str, Any] | None) -> float:
        """How long a 429 asks to wait, by its header (seconds or a date) or its body."""
        errors = (answer or {}).get("errors")
        details = [each for each in errors if isinstance(each, dict)] if isinstance(errors, list) else []
        for given in (retry_after, *(each.get("retry_after_seconds") for each in details)):
            try:
                return max(1.0, float(given))  # pyright: ignore[reportArgumentType]
            except (TypeError, ValueError, OverflowError):
                moment = _http_date(given)
                if moment:
                    return max(1.0, moment.timestamp() - self._clock())
        return REST


def parsed(body: bytes) -> dict[str, Any] | None:
    """A JSON object; None for anything else."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def useless(operation: str, reason: str) -> Unavailable:
    """Reports an answer with which nothing can be done, and is what is to be raised then."""
    error = Unavailable(reason)
    call_failed("Patreon", operation, error=error)
    return error


class _Stumbled(Exception):
    """No answer that can be used; `status` is that of the answer, where there was one. A second try may help where it
    is worth one `again`."""

    def __init__(self, reason: str, status: int | None = None, *, again: bool = True) -> None:
        super().__init__(reason)
        self.status = status
        self.again = again


class _Throttled(Exception):
    """Patreon asks for so many `seconds` of rest."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


def _rest(operation: str, bearer: str) -> str:
    """Where it is kept that a token rests from a question."""
    return f"patreon-rests:{sha256(bearer.encode()).hexdigest()[:16]}:{operation.replace(' ', '-')}"


def _no(status: int, answer: dict[str, Any] | None) -> type[Exception] | None:
    """What Patreon says no with, where it is one that has a meaning."""
    if status in (400, 401) and answer is not None and answer.get("error") == "invalid_grant":
        return Refused
    if status == 401:
        return Unauthorized
    return Missing if status == 404 and answer is not None else None


async def _read(response: httpx.Response, largest: int) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > largest:
            raise _Stumbled("too large", again=False)
    return bytes(body)


def _http_date(value: Any) -> datetime | None:
    try:
        moment = parsedate_to_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment and moment.replace(tzinfo=moment.tzinfo or UTC)
