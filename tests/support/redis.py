import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fakes import child_process
from tests.fakes.loopback import free_port
from tests.support import debian


class Redis:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            [debian.path_of("redis-server"), *options, "--dir", str(self.folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        with child_process.killed_on_failure(self.process):
            child_process.read_until(self.process.stdout, "Ready to accept connections")

    def stop(self) -> None:
        if self.process:
            child_process.stop(self.process)
            assert self.process.stdout
            self.process.stdout.close()


@contextmanager
def running() -> Iterator[Redis]:
    with TemporaryDirectory() as folder:
        redis = Redis(Path(folder))
        try:
            yield redis
        finally:
            redis.stop()
