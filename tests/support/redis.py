"""The Redis of the tests, on loopback: a `redis-server` of the system, or one that `python -m tests.support.redis`
installs."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fakes.loopback import free_port


class Redis:
    """A Redis at `url` without persistence: after a restart it is empty."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        """Starts it and waits until it is ready."""
        server = shutil.which("redis-server")
        assert server, "redis-server is missing: run `python -m tests.support.redis` as root on Debian, or install it"
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            [server, *options, "--dir", str(self.folder)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "Ready to accept connections" in line:
                return
        raise AssertionError("redis-server did not start:\n" + "".join(said))

    def stop(self) -> None:
        """Stops it. Idempotent."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
        if self.process:
            self.process.communicate(timeout=30)


@contextmanager
def running() -> Iterator[Redis]:
    """A Redis during the block."""
    with TemporaryDirectory() as folder:
        redis = Redis(Path(folder))
        try:
            yield redis
        finally:
            redis.stop()


def install() -> None:
    """Ensures that there is a redis-server: the system's, else Debian's package."""
    if shutil.which("redis-server"):
        return
    if not shutil.which("apt-get") or os.geteuid() != 0:
        sys.exit("The tests need redis-server, and only root on Debian can have it installed here: please install it.")
    print("Installing Redis for the tests …", flush=True)
    subprocess.run(["apt-get", "update", "-qq"], check=True)
    subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "redis-server"], check=True)


if __name__ == "__main__":
    install()
