import socket

import pytest

from app.server.port import PortError, free_address
from tests.fakes.loopback import free_port


def test_a_free_port_has_an_address() -> None:
    assert free_address("localhost", free_port()) in ("127.0.0.1", "::1")


def test_a_taken_port_names_the_setting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortError, match=rf"Port {port} of 127.0.0.1 is taken: .* such as PORT=\d+$"):
            free_address("127.0.0.1", port)


def test_an_address_of_another_machine_is_one_line() -> None:
    with pytest.raises(PortError, match=r"^Cannot serve on 203.0.113.1 port 80: .+\.$"):
        free_address("203.0.113.1", 80)
