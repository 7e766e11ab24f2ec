"""Checks that the web server can use its port."""

import socket
from errno import EADDRINUSE


class PortError(Exception):
    """Raised when the server cannot use its address."""


def free_address(host: str, port: int) -> str:
    """Returns the IP address of `host`. Raises PortError if `port` is not available."""
    try:
        family, _kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == EADDRINUSE:
            other = f"set another port, such as PORT={port % 65535 + 1}"
            raise PortError(f"Port {port} of {host} is taken: stop the program that uses it, or {other}") from None
        raise PortError(f"Cannot serve on {host} port {port}: {error.strerror}.") from None
    return str(address[0])
