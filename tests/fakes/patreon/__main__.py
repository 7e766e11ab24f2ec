import argparse
import socket
from threading import Thread
from time import sleep

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fakes.patreon", description="A fake Patreon.")
    parser.add_argument("--port", type=int, default=9000)
    port = parser.parse_args().port
    Thread(target=_announce, args=(port,), daemon=True).start()
    Server(
        "tests.fakes.patreon.application:create",
        factory=True,
        address="127.0.0.1",
        port=port,
        interface=Interfaces.ASGI,
        log_level=LogLevels.critical,
        workers_kill_timeout=1,
    ).serve()


def _announce(port: int) -> None:
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            sleep(0.05)
        else:
            break
    print(f"Patreon (fake): http://127.0.0.1:{port}", flush=True)


if __name__ == "__main__":
    main()
