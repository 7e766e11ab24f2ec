"""Asking an icon provider (the Iconify API) for one icon."""

import json
from concurrent.futures import Future
from http.client import HTTPException
from threading import Thread
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

TIMEOUT = 1.5
"""Seconds for the whole exchange, from the name of the host to the last byte (docs/contract.md, "Icons")."""
LARGEST = 64 * 1024
"""Bytes that an answer may have."""


class NotProvided(Exception):
    """The provider has not given the icon; `str(error)` says why in a clause."""


def ask(provider: str, prefix: str, name: str, seconds: float = TIMEOUT) -> object:
    """The set with the icon `name` of the set `prefix`, as JSON and unchecked.

    Raises:
        NotProvided: nothing came in time, or it was not JSON.
    """
    host = urlsplit(provider).hostname
    address = f"{provider.rstrip('/')}/{quote(prefix)}.json?icons={quote(name)}"
    try:
        data = _within(seconds, address)
    except HTTPError as error:
        error.close()
        raise NotProvided(f"{host} answered with {error.code}") from error
    except TimeoutError as error:
        raise NotProvided(f"{host} did not answer within {seconds * 1000:.0f} ms") from error
    except (OSError, HTTPException, ValueError) as error:
        if isinstance(error, URLError) and isinstance(error.reason, TimeoutError):
            raise NotProvided(f"{host} did not answer within {seconds * 1000:.0f} ms") from error
        raise NotProvided(f"{host} could not be asked") from error
    if len(data) > LARGEST:
        raise NotProvided(f"what {host} answered is larger than {LARGEST // 1024} KiB")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotProvided(f"what {host} answered is not JSON") from error


def _within(seconds: float, address: str) -> bytes:
    """What is at the address, `LARGEST` bytes and one more at most.

    In a thread of its own: a socket's timeout begins anew with every byte, so that it alone never ends a slow drip.
    """
    answer: Future[bytes] = Future()

    def exchange() -> None:
        try:
            with urlopen(Request(address, headers={"Accept": "application/json"}), timeout=seconds) as response:
                answer.set_result(response.read(LARGEST + 1))
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=exchange, daemon=True).start()
    return answer.result(seconds)
