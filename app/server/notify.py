"""Notifies systemd that the server is ready (`Type=notify`, sd_notify(3))."""

import os
import socket

SOCKET = "NOTIFY_SOCKET"
READY = b"READY=1"


def ready() -> None:
    address = os.environ.get(SOCKET)
    if not address:
        return
    if address.startswith("@"):  # an abstract socket, whose address starts with a null byte
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
        client.sendto(READY, address)
