"""The site that the fuzzer attacks, with an empty database, a mail server and a fake Patreon."""

import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import compat32
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from aiosmtpd.smtp import SMTP, Envelope, Session

from app.folders import ROOT
from tests.fakes import patreon
from tests.fakes.loopback import free_port
from tests.fakes.smtp import Mailbox, receiving
from tests.support.server_process import server_environment
from tools.fuzz.cases import WORD

COMMAND = (sys.executable, "-m", "app.server")
START_SECONDS = 60.0
STOP_SECONDS = 15.0
STUDIO = "studio@otisk.test"
BACKDATED_SECONDS = 2 * 86_400
"""The seconds by which `reset_limits()` backdates inquiries."""
MAX_PARSED_BYTES = 200_000


@dataclass(frozen=True)
class Letter:
    """An email from the site. `words` contains the marker words in its text."""

    recipients: tuple[str, ...]
    headers: tuple[tuple[str, str], ...]
    words: frozenset[str]

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


class Letters(Mailbox):
    def __init__(self) -> None:
        super().__init__()
        self.letters: list[Letter] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        mail = message_from_bytes(content[:MAX_PARSED_BYTES], policy=compat32)
        headers = tuple((name, re.sub(r"\r?\n(?=[ \t])", "", str(value))) for name, value in mail.items())
        body = next((each for each in mail.walk() if each.get_content_type() == "text/plain"), None)
        text = body.get_payload(decode=True) if body else b""
        words = frozenset(WORD.findall(text.decode("utf-8", "replace"))) if isinstance(text, bytes) else frozenset()
        self.letters.append(Letter(tuple(envelope.rcpt_tos), headers, words))
        return "250 OK"


class Site:
    def __init__(self, mail: Letters, club: dict[str, str], command: Sequence[str] = COMMAND) -> None:
        self.mail = mail
        self._club = club
        self._command = command
        self.port = free_port()
        self._start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        return Path(self._folder.name) / "site.db"

    @property
    def settings(self) -> dict[str, str]:
        return {
            **self._club,
            **self.mail.settings,
            "MAIL_TO": STUDIO,
            "PORT": str(self.port),
            "SITE_URL": self.url,
            "TRUSTED_PROXIES": "127.0.0.0/8,::1",
            "SESSION_KEYS": "A" * 43 + "=",
            "WEB_WORKERS": "1",
            "REQUEST_LOG": "off",
            "LOG_FORMAT": "text",
        }

    def _start(self) -> None:
        self._folder = TemporaryDirectory(prefix="fuzz-site-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        self._log_file = folder / "log"
        self._read = 0
        settings = {**self.settings, "DATA_DIR": str(folder)}
        with self._log_file.open("wb") as log:
            self._process = subprocess.Popen(
                self._command, cwd=ROOT, env={**server_environment(), **settings}, stdout=log, stderr=log
            )
        try:
            self._until_up()
        except BaseException:
            self.stop()
            raise

    def _until_up(self) -> None:
        start = time.monotonic()
        while time.monotonic() - start < START_SECONDS:
            if self._process.poll() is not None:
                raise RuntimeError(f"the site did not start:\n{self._log_file.read_text()}")
            if self.url in self._log_file.read_text():
                self.read_new_log()
                return
            time.sleep(0.05)
        raise RuntimeError("the site did not start in time")

    def restart(self) -> None:
        self.stop()
        self._start()

    def stop(self) -> None:
        processes = self._processes()
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        _gone, alive = psutil.wait_procs(processes, timeout=STOP_SECONDS)
        for each in alive:
            with suppress(psutil.Error):
                each.kill()
        self._process.wait(timeout=STOP_SECONDS)
        self._folder.cleanup()

    def _processes(self) -> list[psutil.Process]:
        try:
            main = psutil.Process(self._process.pid)
            return [main, *main.children(recursive=True)]
        except psutil.Error:
            return []

    def memory(self) -> int:
        total = 0
        for each in self._processes():
            with suppress(psutil.Error):
                total += each.memory_info().rss
        return total

    def pids(self) -> frozenset[int]:
        return frozenset(each.pid for each in self._processes())

    def read_new_log(self) -> list[str]:
        with self._log_file.open("rb") as log:
            log.seek(self._read)
            output = log.read()
            self._read = log.tell()
        return output.decode("utf-8", "replace").splitlines()

    def reset_limits(self) -> None:
        """Resets rate limits: deletes inquiries whose emails have been sent, and backdates the others."""
        if not self.database.exists():
            return
        connection = sqlite3.connect(self.database, timeout=30, isolation_level=None)
        with suppress(sqlite3.OperationalError):  # the database might be locked
            connection.execute("PRAGMA foreign_keys = ON")
            done = "id NOT IN (SELECT inquiry FROM mails WHERE sent IS NULL AND due IS NOT NULL)"
            connection.execute(f"DELETE FROM inquiries WHERE {done}")
            connection.execute("UPDATE inquiries SET received = received - ?", [BACKDATED_SECONDS])
        connection.close()


@contextmanager
def running_site(command: Sequence[str] = COMMAND, *, with_patreon: bool = True) -> Iterator[Site]:
    mail = Letters()
    with ExitStack() as stack:
        stack.enter_context(receiving(mail))
        club = stack.enter_context(patreon.running()).settings if with_patreon else {}
        running = Site(mail, club, command)
        stack.callback(running.stop)
        yield running
