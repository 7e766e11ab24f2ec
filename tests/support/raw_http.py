"""Sends raw bytes to a server on this machine and reads the response."""

import socket
from contextlib import suppress

HANDSHAKE = (
    b"GET /_event/open HTTP/1.1\r\nHost: otisk.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def connect(port: int, request: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(request)
    return connection


def send(port: int, request: bytes) -> bytes:
    """Sends a request and returns the response, even if the server closes the connection early."""
    with connect(port) as connection:
        with suppress(ConnectionError):
            connection.sendall(request)
        return read_to_end(connection)


def read_to_end(connection: socket.socket) -> bytes:
    output = b""
    with suppress(ConnectionError):
        while chunk := connection.recv(65536):
            output += chunk
    return output


def status(response: bytes) -> int:
    return int(response.split(b" ", 2)[1])
