"""Asking an icon provider (the Iconify API) for one icon."""

import json
from concurrent.futures import Future
from threading import Thread
from urllib.parse import quote, urlsplit

import httpx

TIMEOUT_SECONDS = 1.5
"""For the whole exchange, from the name of the host to the last byte (specification, section 9)."""
MAX_BYTES = 64 * 1024
"""What an answer may have."""
HEADERS = {"accept": "application/json"}


class NotProvided(Exception):
    """The provider has not given the icon; `str(error)` says why in a clause."""


def ask(provider: str, prefix: str, name: str, seconds: float = TIMEOUT_SECONDS) -> object:
    """The set with the icon `name` of the set `prefix`, as JSON and unchecked.

    Raises:
        NotProvided: nothing came in time, or it was not JSON.
    """
    host = urlsplit(provider).hostname
    address = f"{provider.rstrip('/')}/{quote(prefix)}.json?icons={quote(name)}"
    try:
        data = _within(seconds, address)
    except httpx.HTTPStatusError as error:
        raise NotProvided(f"{host} answered with {error.response.status_code}") from error
    except (TimeoutError, httpx.TimeoutException) as error:
        raise NotProvided(f"{host} did not answer within {seconds * 1000:.0f} ms") from error
    except (OSError, ValueError, httpx.HTTPError, httpx.InvalidURL) as error:
        raise NotProvided(f"{host} could not be asked") from error
    if len(data) > MAX_BYTES:
        raise NotProvided(f"what {host} answered is larger than {MAX_BYTES // 1024} KiB")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotProvided(f"what {host} answered is not JSON") from error


def _within(seconds: float, address: str) -> bytes:
    """What is at the address, `MAX_BYTES` and one more at most.

    In a thread of its own: httpx's timeout begins anew with every byte, so that it alone never ends a slow drip.
    """
    answer: Future[bytes] = Future()

    def exchange() -> None:
        try:
            answer.set_result(_read(address, seconds))
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=exchange, daemon=True).start()
    return answer.result(seconds)


def _read(address: str, seconds: float) -> bytes:
    body = bytearray()
    with httpx.stream("GET", address, headers=HEADERS, timeout=seconds, follow_redirects=True) as response:
        response.raise_for_status()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > MAX_BYTES:
                break
    return bytes(body[: MAX_BYTES + 1])
