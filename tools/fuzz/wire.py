"""Sends bytes, including requests that HTTP libraries refuse to send."""

import re
import socket
import struct
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from random import Random
from urllib.parse import urlsplit
from uuid import UUID

from tools.fuzz.cases import Form, Shot

ANSWER_TIMEOUT_SECONDS = 6.0
PARTIAL_TIMEOUT_SECONDS = 0.25
BOUNDARY = b"zzzz-boundary-zzzz"
Headers = Sequence[tuple[str, str]]

_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)


class NoConnectionError(Exception): ...


class NoAnswerError(Exception): ...


def connect(url: str, sender: str) -> socket.socket:
    """Opens a connection from the sender's loopback address, which the site sees if X-Forwarded-For is missing.

    Raises:
        NoConnectionError: the site does not accept the connection in time.
    """
    parts = urlsplit(url)
    connection = socket.socket()
    try:
        connection.settimeout(ANSWER_TIMEOUT_SECONDS)
        connection.bind((loopback_address(sender), 0))
        connection.connect((parts.hostname, parts.port or 80))
        return connection
    except OSError as error:
        connection.close()
        raise NoConnectionError(str(error)) from error


def loopback_address(sender: str) -> str:
    if not sender:
        return "127.0.0.1"
    first, second, third = sha256(sender.encode()).digest()[:3]
    return f"127.{first}.{second}.{third % 250 + 2}"


def exchange(url: str, shot: Shot) -> bytes:
    """Sends a request and returns the responses.

    Raises:
        NoConnectionError: the site accepts no connection.
        NoAnswerError: the site does not respond to a complete request (`shot.is_whole`).
    """
    with connect(url, shot.sender) as connection:
        try:
            connection.sendall(shot.data)
            if shot.is_cut:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return b""
        except OSError:
            pass  # the site can respond early and close the connection
        return receive(
            connection, ANSWER_TIMEOUT_SECONDS if shot.is_whole else PARTIAL_TIMEOUT_SECONDS, is_whole=shot.is_whole
        )


def receive(connection: socket.socket, seconds: float, *, is_whole: bool) -> bytes:
    """Reads a response until its end or a timeout. Raises NoAnswerError if a complete request gets no response."""
    data = b""
    connection.settimeout(seconds)
    with suppress(OSError):
        while part := connection.recv(65536):
            data += part
            if is_whole and is_complete(data):
                break
            connection.settimeout(1.0 if is_whole else PARTIAL_TIMEOUT_SECONDS)
    if is_whole and not data:
        raise NoAnswerError
    return data


def is_complete(data: bytes) -> bool:
    head, found, body = data.partition(b"\r\n\r\n")
    length = _LENGTH.search(head + b"\r\n")
    return bool(found and length and len(body) >= int(length[1]))


def statuses(data: bytes) -> list[int]:
    return [int(each) for each in _STATUS.findall(data)]


def head(method: str, target: str, headers: Headers = (), *, sender: str) -> bytes:
    own = [("Host", "localhost"), ("X-Forwarded-For", sender), *headers]
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in own), "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogatepass")


def get(target: str, sender: str, *headers: tuple[str, str]) -> bytes:
    return head("GET", target, [*headers, ("Connection", "close")], sender=sender)


def part(name: str, content: bytes, *, filename: str | None = None, headers: Headers = ()) -> bytes:
    disposition = f'form-data; name="{name}"' + (f'; filename="{filename}"' if filename is not None else "")
    lines = [f"{key}: {value}" for key, value in (("Content-Disposition", disposition), *headers)]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + content


def multipart(parts: Sequence[bytes], boundary: bytes = BOUNDARY) -> bytes:
    return b"".join(b"--" + boundary + b"\r\n" + each + b"\r\n" for each in parts) + b"--" + boundary + b"--\r\n"


def post(body: bytes, sender: str, *headers: tuple[str, str], type: str = "") -> bytes:
    own = [
        ("Content-Type", type or f"multipart/form-data; boundary={BOUNDARY.decode()}"),
        ("Content-Length", str(len(body))),
        ("Accept", "application/json"),
        ("Connection", "close"),
    ]
    given = {name.lower() for name, _ in headers}
    remaining = [each for each in own if each[0].lower() not in given]
    return head("POST", "/inquiries", [*remaining, *headers], sender=sender) + body


def filled(random: Random, word: str) -> dict[str, str]:
    return {
        "id": str(UUID(int=random.getrandbits(128), version=4)),
        "what": "cards",
        "pieces": str(random.randrange(100, 1000)),
        "colours": "1",
        "paper": "listed",
        "name": f"Jana {word}",
        "email": f"{word}@example.com",
        "message": f"Vizitky {word}",
    }


def form(fields: Mapping[str, str | bytes], *files: tuple[str, bytes]) -> list[bytes]:
    texts = [
        part(name, value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass"))
        for name, value in fields.items()
    ]
    return [*texts, *(part("files", content, filename=name) for name, content in files)]


def inquiry(
    random: Random, word: str, sender: str, *files: tuple[str, bytes], changes: Mapping[str, str | bytes] | None = None
) -> Shot:
    fields: dict[str, str | bytes] = {**filled(random, word), **(changes or {})}
    given = fields.get("email", b"")
    email = given if isinstance(given, str) else given.decode("utf-8", "replace")
    return Shot(post(multipart(form(fields, *files)), sender), sender, Form(email, word))
