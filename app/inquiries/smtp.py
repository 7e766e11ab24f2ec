"""Sends an email to the mail server.

Does not use aiosmtplib's functions for addresses and contents. These functions would change some addresses and block
the event loop while copying a large email.
"""

import asyncio
import re
from asyncio import StreamWriter, WriteTransport
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import cast
from urllib.parse import unquote, urlsplit

from aiosmtplib import SMTP, SMTPResponse, SMTPServerDisconnected

from app.hosts import is_near
from app.inquiries import limits
from app.mails import OutgoingMail
from app.settings import Settings

OK, WILL_FORWARD, START_INPUT, TOO_LARGE = 250, 251, 354, 552
SIGN_IN_FAILURES = (530, 534, 535, 538)
"""SMTP codes for failed sign-ins. The outbox retries after these errors."""

Compose = Callable[[int], OutgoingMail]


class MailRefusedError(Exception):
    def __init__(self, command: str, response: SMTPResponse) -> None:
        super().__init__(f"{command}: {response.code} {response.message}")
        self.code = response.code

    @property
    def is_permanent(self) -> bool:
        return 500 <= self.code < 600 and self.code not in SIGN_IN_FAILURES

    @property
    def is_temporary(self) -> bool:
        return 400 <= self.code < 500


async def deliver(compose: Compose, settings: Settings, on_sent: Callable[[], None] = lambda: None) -> None:
    """Sends an email within the server's announced size limit, or within `MAIL_MAX_MB` if none is announced.

    If the server refuses the email as too large, sends it without attachments. Calls `on_sent` once the server has
    accepted the email, before the connection is closed.

    Raises:
        MailRefusedError, UnsendableError: the email cannot be sent.
        SMTPException, OSError, TimeoutError: the server failed.
    """
    async with _connected(settings) as connection:
        mail = await asyncio.to_thread(compose, connection.size_limit or settings.mail_max_mb * 1_000_000)
        try:
            await connection.send(mail)
        except MailRefusedError as error:
            if error.code != TOO_LARGE or not mail.attachments:
                raise
            await connection.client.rset()
            await connection.send(await asyncio.to_thread(compose, 0))
        on_sent()


@asynccontextmanager
async def _connected(settings: Settings) -> AsyncGenerator["_Connection"]:
    assert settings.smtp_url
    server = urlsplit(settings.smtp_url.get_secret_value())
    is_tls = server.scheme == "smtps"
    client = SMTP(
        hostname=server.hostname,
        port=server.port or (465 if is_tls else 25),
        username=unquote(server.username) if server.username else None,
        password=unquote(server.password) if server.password else None,
        use_tls=is_tls,
        # Connections outside private networks must use TLS.
        start_tls=False if is_tls else not is_near(server.hostname or ""),
        timeout=limits.SMTP_TIMEOUT_SECONDS,
    )
    async with client:
        try:
            if client.is_ehlo_or_helo_needed:
                await client.ehlo()
            yield _Connection(client)
        except asyncio.CancelledError:
            client.close()  # avoids the wait for the response to QUIT
            raise


class _Connection:
    def __init__(self, client: SMTP) -> None:
        protocol = client.protocol
        if protocol is None or not protocol.is_connected:
            raise SMTPServerDisconnected("Connection lost")
        self.client = client
        transport, loop = cast(WriteTransport, protocol.transport), asyncio.get_running_loop()
        self._writer = StreamWriter(transport, protocol, None, loop)  # pyright: ignore[reportArgumentType]

    @property
    def size_limit(self) -> int | None:
        found = re.fullmatch(r"\d{1,15}", self.client.esmtp_extensions.get("size", "").strip())
        return int(found[0]) or None if found else None

    async def send(self, mail: OutgoingMail) -> None:
        size = [b"SIZE=%d" % mail.size] if self.size_limit else []
        await self._ask((OK,), b"MAIL", f"FROM:<{mail.sender}>".encode("ascii"), *size)
        await self._ask((OK, WILL_FORWARD), b"RCPT", f"TO:<{mail.recipient}>".encode("ascii"))
        await self._ask((START_INPUT,), b"DATA")
        await self._write(mail)
        await self._ask((OK,), b".", timeout=limits.DATA_TIMEOUT_SECONDS)

    async def _ask(
        self, expected: tuple[int, ...], command: bytes, *arguments: bytes, timeout: float = limits.SMTP_TIMEOUT_SECONDS
    ) -> None:
        response = await self.client.execute_command(command, *arguments, timeout=timeout)
        if response.code not in expected:
            raise MailRefusedError("end of data" if command == b"." else command.decode(), response)

    async def _write(self, mail: OutgoingMail) -> None:
        blocks = mail.blocks()
        try:
            while block := await asyncio.to_thread(next, blocks, b""):
                self._writer.write(block)
                async with asyncio.timeout(limits.SMTP_TIMEOUT_SECONDS):
                    await self._writer.drain()
        except BaseException:
            self.client.close()  # the server would read the next command as part of the unfinished email
            raise
