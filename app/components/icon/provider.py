"""Downloads icons from a provider with the Iconify API."""

import json
from concurrent.futures import Future
from threading import Thread
from urllib.parse import quote, urlsplit

import httpx

TIMEOUT_SECONDS = 1.5
"""The time limit for the complete response."""
MAX_ANSWER_BYTES = 64 * 1024
HEADERS = {"accept": "application/json"}


class ProviderError(Exception):
    """Raised when the provider does not send the icon."""


def ask(provider: str, prefix: str, name: str) -> object:
    """Returns the provider's JSON without validation. Raises ProviderError if the request fails or takes too long."""
    host = urlsplit(provider).hostname
    address = f"{provider.rstrip('/')}/{quote(prefix)}.json?icons={quote(name)}"
    try:
        data = _fetch(address)
    except httpx.HTTPStatusError as error:
        raise ProviderError(f"{host} answered with {error.response.status_code}") from error
    except (TimeoutError, httpx.TimeoutException) as error:
        raise ProviderError(f"{host} did not answer within {TIMEOUT_SECONDS * 1000:.0f} ms") from error
    except (OSError, ValueError, httpx.HTTPError, httpx.InvalidURL) as error:
        raise ProviderError(f"{host} could not be reached") from error
    if len(data) > MAX_ANSWER_BYTES:
        raise ProviderError(f"the answer of {host} is larger than {MAX_ANSWER_BYTES // 1024} KiB")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ProviderError(f"the answer of {host} is not JSON") from error


def _fetch(address: str) -> bytes:
    """Returns at most `MAX_ANSWER_BYTES` + 1 bytes of a response's body. The extra byte reveals an oversized body.

    Stops waiting after `TIMEOUT_SECONDS` in total, because httpx's own timeout restarts whenever data arrives.
    """
    answer: Future[bytes] = Future()

    def exchange() -> None:
        try:
            answer.set_result(_read(address))
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=exchange, daemon=True).start()
    return answer.result(TIMEOUT_SECONDS)


def _read(address: str) -> bytes:
    body = bytearray()
    with httpx.stream("GET", address, headers=HEADERS, timeout=TIMEOUT_SECONDS, follow_redirects=True) as response:
        response.raise_for_status()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > MAX_ANSWER_BYTES:
                break
    return bytes(body[: MAX_ANSWER_BYTES + 1])
