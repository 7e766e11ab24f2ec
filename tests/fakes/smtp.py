"""A local mail server that can be slow, reject emails, or close connections."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Event, Thread
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.fakes.loopback import free_port

SLOW_SECONDS = 0.5


class _Protocol(SMTP):
    def __init__(self, mailbox: "Mailbox") -> None:
        super().__init__(
            mailbox, hostname="mail.test", loop=asyncio.get_running_loop(), data_size_limit=mailbox.max_bytes
        )
        self.mailbox = mailbox

    async def push(self, status: str | bytes) -> None:
        """Sends text as UTF-8. Surrogates become bytes that are not valid UTF-8."""
        await super().push(status.encode("utf-8", "surrogateescape") if isinstance(status, str) else status)

    async def smtp_DATA(self, arg: str) -> None:
        if answer := self.mailbox.answers.get("DATA"):
            self.mailbox.tries += 1
            await self.push(answer)
            return
        if self.mailbox.mood == "dropping":
            await self.push("354 End data with <CR><LF>.<CR><LF>")
            assert self._reader and isinstance(self.transport, asyncio.Transport)
            await self._reader.readline()
            self.mailbox.tries += 1
            self.transport.abort()
            return
        await super().smtp_DATA(arg)

    async def smtp_QUIT(self, arg: str) -> None:
        if self.mailbox.mood == "staying":
            self.mailbox.quits += 1
            await asyncio.Event().wait()
        await super().smtp_QUIT(arg)


class Mailbox:
    """A mail server that stores the emails it receives.

    - `mood`: the behaviour of the server
      - `up`: accepts emails
      - `slow`: responds slowly
      - `refusing`: rejects emails permanently
      - `dropping`: disconnects during DATA
      - `hanging up`: accepts an email, then disconnects without a response
      - `staying`: does not respond to QUIT
    - `answers`: responses to `MAIL`, `RCPT`, `DATA` or `END` (the end of an email) that replace 250 (success)
    - `max_bytes`: the size limit that the server announces, or None
    """

    def __init__(
        self, tell: Callable[[EmailMessage], object] = lambda mail: None, max_bytes: int | None = 33_554_432
    ) -> None:
        self.mood = "up"
        self.answers: dict[str, str] = {}
        self.refused_with_attachments: str | None = None
        self.max_bytes = max_bytes
        self.mails: list[EmailMessage] = []
        self.envelopes: list[Envelope] = []
        self.tries = self.quits = 0
        self.port = free_port()
        self._tell = tell

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def settings(self) -> dict[str, str]:
        return {"SMTP_URL": self.url, "MAIL_TO": "studio@otisk.test", "MAIL_FROM": "web@otisk.test"}

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if answer := self.answers.get("MAIL"):
            self.tries += 1
            return answer
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.tries += 1
        if self.mood == "slow":
            await asyncio.sleep(SLOW_SECONDS)
        answer = self.answers.get("RCPT") or ("550 No such user" if self.mood == "refusing" else None)
        if answer is None or answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        mail: Any = message_from_bytes(envelope.content, policy=policy.default)
        if answer := self.answers.get("END") or (any(mail.iter_attachments()) and self.refused_with_attachments):
            return answer
        self.envelopes.append(envelope)
        self.mails.append(mail)
        self._tell(mail)
        if self.mood == "hanging up":
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        return "250 OK"


@contextmanager
def receiving(mailbox: Mailbox) -> Iterator[Mailbox]:
    stops: list[Callable[[], object]] = []
    ready = Event()

    async def serve() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task
        server = await loop.create_server(lambda: _Protocol(mailbox), "127.0.0.1", mailbox.port)
        stops.append(lambda: loop.call_soon_threadsafe(task.cancel))
        ready.set()
        async with server:
            await server.serve_forever()

    def run() -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(serve())

    thread = Thread(target=run, daemon=True)
    thread.start()
    ready.wait()  # stopping a server that is still starting would leave its socket open
    try:
        yield mailbox
    finally:
        stops[0]()
        thread.join(timeout=30)


def shown(mail: EmailMessage) -> str:
    head = "\n".join(f"{name}: {mail[name]}" for name in ("From", "To", "Reply-To", "Subject"))
    return f"{head}\n\n{text_of(mail)}"


def text_of(mail: EmailMessage) -> str:
    """Returns an email's text with wrapped lines rejoined (`format=flowed`)."""
    body = mail.get_body(("plain",))
    return re.sub(r"(?m)^ ", "", re.sub(r" \n(?:> | )?", " ", body.get_content())) if body else ""
