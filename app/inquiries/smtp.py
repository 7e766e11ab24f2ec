"""Hands a mail to the mail server.

aiosmtplib connects, encrypts and signs in. The envelope and the contents are written here: its own functions parse
addresses, which changes some, and hold the event loop while they copy a large mail.
"""

import asyncio
import re
from asyncio import StreamWriter, WriteTransport
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import cast
from urllib.parse import unquote, urlsplit

from aiosmtplib import SMTP, SMTPResponse, SMTPServerDisconnected

from app.inquiries.mail import MAX_BYTES, OutgoingMail
from app.settings import Settings, is_near

TIMEOUT_SECONDS = 30
"""For each answer of the mail server, and for each block of a mail to be accepted."""
DATA_TIMEOUT_SECONDS = 600
"""For the answer after the contents, as RFC 5321 (section 4.5.3.2.6) advises: the server may scan them first."""

OK, START_INPUT, TOO_LARGE = 250, 354, 552
SIGN_IN = (530, 534, 535, 538)
"""Codes that concern the server's settings, and not a mail."""

Compose = Callable[[int], OutgoingMail]
"""Composes a mail of at most so many bytes."""


class RefusedError(Exception):
    """The mail server did not accept a mail: `code` and text of its answer, and the command that it answered."""

    def __init__(self, command: str, response: SMTPResponse) -> None:
        super().__init__(f"{command}: {response.code} {response.message}")
        self.code = response.code

    @property
    def is_permanent(self) -> bool:
        """Whether the server will refuse the same mail again."""
        return 500 <= self.code < 600 and self.code not in SIGN_IN


async def deliver(compose: Compose, settings: Settings) -> None:
    """Sends a mail to the mail server of the settings; without attachments if it is too large for that.

    Raises:
        RefusedError: the server has refused it.
        UnsendableError: it cannot be composed.
        SMTPException, OSError, TimeoutError: the server cannot be reached, or did not answer.
    """
    async with _connected(settings) as connection:
        limit = connection.size_limit
        mail = await asyncio.to_thread(compose, limit or MAX_BYTES)
        try:
            await connection.send(mail)
        except RefusedError as error:
            if error.code != TOO_LARGE or not mail.attachments:
                raise
            await connection.client.rset()
            await connection.send(await asyncio.to_thread(compose, 0))


@asynccontextmanager
async def _connected(settings: Settings) -> AsyncIterator["_Connection"]:
    assert settings.smtp_url
    server = urlsplit(settings.smtp_url.get_secret_value())
    is_tls = server.scheme == "smtps"
    client = SMTP(
        hostname=server.hostname,
        port=server.port or (465 if is_tls else 25),
        username=unquote(server.username) if server.username else None,
        password=unquote(server.password) if server.password else None,
        use_tls=is_tls,
        # Across a network, nothing is sent in clear text.
        start_tls=False if is_tls else not is_near(server.hostname or ""),
        timeout=TIMEOUT_SECONDS,
    )
    async with client:
        if client.is_ehlo_or_helo_needed:
            await client.ehlo()
        yield _Connection(client)


class _Connection:
    """A connection to a mail server that has said what it can do."""

    def __init__(self, client: SMTP) -> None:
        protocol = client.protocol
        if protocol is None or not protocol.is_connected:
            raise SMTPServerDisconnected("Connection lost")
        self.client = client
        transport, loop = cast(WriteTransport, protocol.transport), asyncio.get_running_loop()
        self._writer = StreamWriter(transport, protocol, None, loop)  # pyright: ignore[reportArgumentType]

    @property
    def size_limit(self) -> int | None:
        """The largest mail that the server accepts (RFC 1870), None if it does not say."""
        found = re.fullmatch(r"\d{1,15}", self.client.esmtp_extensions.get("size", "").strip())
        return int(found[0]) or None if found else None

    async def send(self, mail: OutgoingMail) -> None:
        """Sends a mail.

        Raises:
            RefusedError: the server has refused it.
        """
        size = [b"SIZE=%d" % mail.size] if self.size_limit else []
        await self._ask(OK, b"MAIL", f"FROM:<{mail.sender}>".encode("ascii"), *size)
        await self._ask(OK, b"RCPT", f"TO:<{mail.recipient}>".encode("ascii"))
        await self._ask(START_INPUT, b"DATA")
        await self._write(mail)
        await self._ask(OK, b".", timeout=DATA_TIMEOUT_SECONDS)

    async def _ask(self, expected: int, command: bytes, *arguments: bytes, timeout: float = TIMEOUT_SECONDS) -> None:
        """Sends a command and checks the answer's code.

        Raises:
            RefusedError: it is another one.
        """
        response = await self.client.execute_command(command, *arguments, timeout=timeout)
        if response.code != expected:
            raise RefusedError("end of data" if command == b"." else command.decode(), response)

    async def _write(self, mail: OutgoingMail) -> None:
        """Writes the contents, a block at a time. Each is read in a thread."""
        blocks = mail.blocks()
        try:
            while block := await asyncio.to_thread(next, blocks, b""):
                self._writer.write(block)
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await self._writer.drain()
        except BaseException:
            self.client.close()  # half a mail: a further command would be taken for its next line
            raise
