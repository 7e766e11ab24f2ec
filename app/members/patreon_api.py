"""Sends requests to Patreon.

Tokens appear only in the headers and bodies of requests, because URLs are logged.
"""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import Any, cast

import httpx

from app.content.studio import STUDIO
from app.http.limited import UNCOMPRESSED, UnusableResponseError, read_limited
from app.members.store import Store
from app.monitoring.server import call_failed

USER_AGENT = f"{STUDIO.slug}/1.0 (print club)"
HTTP_TIMEOUT = httpx.Timeout(5.0, connect=3.0)
TOTAL_TIMEOUT_SECONDS = 8.0
"""The timeout of a request, including the retry."""
MAX_SMALL_ANSWER_BYTES = 256 * 1024
MAX_ANSWER_BYTES = 8 * 1024 * 1024
MAX_JSON_ELEMENTS = 200_000
"""The maximum number of commas and opening brackets in a JSON response. Parsing that many takes 20 ms."""
BACKOFF_SECONDS = 10.0
MAX_BACKOFF_SECONDS = 600.0
TOKEN = re.compile(r"[!-~]{1,1000}")
"""A pattern for tokens that a header can contain safely."""

logger = logging.getLogger(__name__)


class PatreonUnavailableError(Exception):
    """Raised when Patreon does not respond, refuses too frequent requests, or sends an unusable response."""


class PatreonBackoffError(PatreonUnavailableError):
    """Raised when a request is not sent because an earlier request has just failed."""


class GrantRefusedError(Exception):
    pass


class UnauthorizedError(Exception):
    pass


class NotFoundError(Exception):
    """Raised when a resource does not exist, or Patreon hides it."""


class Api:
    def __init__(
        self, url: str, store: Store, transport: httpx.AsyncBaseTransport | None, clock: Callable[[], float]
    ) -> None:
        self._store = store
        self._clock = clock
        self._http = httpx.AsyncClient(
            base_url=url,
            timeout=HTTP_TIMEOUT,
            headers={"user-agent": USER_AGENT, "accept": "application/json", **UNCOMPRESSED},
            transport=transport,
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def check_backoff(self, operation: str, bearer: str) -> None:
        """Raises PatreonBackoffError if this operation has just failed with this token."""
        if await self._store.get(_backoff_key(operation, bearer)):
            raise PatreonBackoffError("Patreon failed recently")

    async def back_off(self, operation: str, bearer: str) -> None:
        """Blocks this operation and token in all processes for `BACKOFF_SECONDS`. Never extends an existing block."""
        await self._store.add(_backoff_key(operation, bearer), b"1", BACKOFF_SECONDS)

    async def request_token(
        self, operation: str, form: Mapping[str, str], *, is_reported: bool = True
    ) -> dict[str, Any]:
        """Exchanges a code or a refresh token. Returns a response with a valid access token."""
        answer = await self.ask(
            operation,
            "POST",
            "/api/oauth2/token",
            max_bytes=MAX_SMALL_ANSWER_BYTES,
            expected=(GrantRefusedError,),
            is_reported=is_reported,
            data=form,
        )
        token = answer.get("access_token")
        if not isinstance(token, str) or not TOKEN.fullmatch(token):
            reason = "the answer has no token"
            raise unusable(operation, reason) if is_reported else PatreonUnavailableError(reason)
        return answer

    async def ask(
        self,
        operation: str,
        method: str,
        path: str,
        *,
        bearer: str = "",
        max_bytes: int = MAX_ANSWER_BYTES,
        expected: tuple[type[Exception], ...] = (),
        is_reported: bool = True,
        **options: Any,
    ) -> dict[str, Any]:
        """Sends a request. Returns the JSON object in the response. Retries a GET request once if a retry might help.

        Reports contain the `operation`, not the path, because paths can contain the IDs of members.

        Raises:
            GrantRefusedError, UnauthorizedError, NotFoundError: only if the error is in `expected`.
            PatreonUnavailableError: for other failures. Status 429 is logged, but not reported.
        """
        await self.check_backoff(operation, bearer)
        if bearer:
            options["headers"] = {"authorization": f"Bearer {bearer}"}
        try:
            async with asyncio.timeout(TOTAL_TIMEOUT_SECONDS):
                try:
                    return await self._ask_once(method, path, max_bytes, expected, **options)
                except _AttemptFailedError as error:
                    if method != "GET" or not error.again:
                        raise
                    return await self._ask_once(method, path, max_bytes, expected, **options)
        except _RateLimitedError as error:
            await self._store.set(_backoff_key(operation, bearer), b"1", error.seconds)
            logger.warning("Patreon limited the rate (%s); pausing for %.0f seconds", operation, error.seconds)
            raise PatreonUnavailableError("Patreon limited the rate") from None
        except (_AttemptFailedError, TimeoutError) as error:
            if is_reported:
                call_failed("Patreon", operation, status=getattr(error, "status", None), error=error)
            raise PatreonUnavailableError(str(error) or "no answer in time") from None

    async def _ask_once(
        self, method: str, path: str, max_bytes: int, expected: tuple[type[Exception], ...], **options: Any
    ) -> dict[str, Any]:
        try:
            async with self._http.stream(method, path, **options) as response:
                body = await read_limited(response, max_bytes)
        except UnusableResponseError as error:
            raise _AttemptFailedError(str(error), again=False) from None
        except httpx.HTTPError as error:  # do not chain the error, because its message might contain a URL
            is_timeout = isinstance(error, httpx.TimeoutException)
            raise _AttemptFailedError(type(error).__name__, again=not is_timeout) from None
        answer = json_object(body)
        status = response.status_code
        if status == 429:
            seconds = self._pause_seconds(response.headers.get("retry-after"), answer)
            raise _RateLimitedError(min(seconds, MAX_BACKOFF_SECONDS))
        refusal = _refusal(status, answer)
        if refusal and refusal in expected:
            raise refusal
        if answer is None or status != 200:
            reason = f"status {status}" if status != 200 else "no JSON"
            raise _AttemptFailedError(reason, status, again=answer is None or status >= 500)
        return answer

    def _pause_seconds(self, retry_after: str | None, answer: dict[str, Any] | None) -> float:
        errors = (answer or {}).get("errors")
        listed = cast("list[Any]", errors) if isinstance(errors, list) else []
        details = [cast("dict[str, Any]", each) for each in listed if isinstance(each, dict)]
        for given in (retry_after, *(each.get("retry_after_seconds") for each in details)):
            try:
                return max(1.0, float(given))  # pyright: ignore[reportArgumentType]
            except (TypeError, ValueError, OverflowError):
                moment = _http_date(given)
                if moment:
                    return max(1.0, moment.timestamp() - self._clock())
        return BACKOFF_SECONDS


def json_object(body: bytes) -> dict[str, Any] | None:
    """Parses a JSON object. Returns None if the JSON is invalid or too complex."""
    if sum(map(body.count, (b",", b"[", b"{"))) > MAX_JSON_ELEMENTS:
        return None
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", answer) if isinstance(answer, dict) else None


def unusable(operation: str, reason: str) -> PatreonUnavailableError:
    error = PatreonUnavailableError(reason)
    call_failed("Patreon", operation, error=error)
    return error


class _AttemptFailedError(Exception):
    """Raised when a request fails. `again` is true if a retry might help."""

    def __init__(self, reason: str, status: int | None = None, *, again: bool) -> None:
        super().__init__(reason)
        self.status = status
        self.again = again


@dataclass(eq=False)
class _RateLimitedError(Exception):
    seconds: float


def _backoff_key(operation: str, bearer: str) -> str:
    return f"patreon-rests:{sha256(bearer.encode()).hexdigest()[:16]}:{operation.replace(' ', '-')}"


def _refusal(status: int, answer: dict[str, Any] | None) -> type[Exception] | None:
    if status in (400, 401) and answer is not None and answer.get("error") == "invalid_grant":
        return GrantRefusedError
    if status == 401:
        return UnauthorizedError
    return NotFoundError if status == 404 and answer is not None else None


def _http_date(value: Any) -> datetime | None:
    try:
        moment = parsedate_to_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment and moment.replace(tzinfo=moment.tzinfo or UTC)
