"""`python -m tools.fuzz addresses`: tests which email addresses the site accepts.

Valid addresses must appear unchanged in the emails. Invalid addresses must be rejected with a reason.
"""

import asyncio
import re
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from random import Random
from uuid import UUID

from app.i18n import DEFAULT
from app.inquiries import check, mail, smtp
from app.inquiries.store import SENDER, STUDIO, StoredInquiry
from app.settings import Settings, load
from tools.fuzz.cases import word
from tools.fuzz.grammar import address
from tools.fuzz.oracle import MAIL_HEADERS, normalised
from tools.fuzz.wire import filled

FROM, TO = "web@otisk.test", "studio@otisk.test"
PROGRESS_SECONDS = 10.0
MAX_SHOWN = 30

_COMMAND = re.compile(rb"(MAIL FROM|RCPT TO):<(.*)>(?: [A-Z0-9=]+)*\r\n")


@dataclass
class Result:
    passed: int = 0
    refused: int = 0
    problems: list[str] = field(default_factory=list)


@dataclass
class Received:
    """A received email with undecoded headers."""

    sender: bytes = b""
    recipients: list[bytes] = field(default_factory=list)
    head: bytes = b""

    def values(self, name: bytes) -> list[bytes]:
        return [line[len(name) + 2 :] for line in self.head.split(b"\r\n") if line.startswith(name + b": ")]

    def names(self) -> list[str]:
        lines = self.head.split(b"\r\n")
        return [line.partition(b":")[0].decode("latin-1").lower() for line in lines if line[:1] not in b" \t"]


def main(count: int, seed: int) -> int:
    print(f"Seed {seed}, {count} addresses.", flush=True)
    result = asyncio.run(deliver(count, seed, lambda line: print(line, flush=True)))
    print(
        f"\n{result.passed} passed, and both mails arrived unchanged; {result.refused} were refused with a sentence; "
        f"{len(result.problems)} problems"
    )
    for problem in result.problems[:MAX_SHOWN]:
        print(f"- {problem}")
    return bool(result.problems)


async def deliver(count: int, seed: int, report: Callable[[str], object] = lambda line: None) -> Result:
    """Checks `count` random addresses. For each accepted address, sends an inquiry's emails and checks them."""
    result = Result()
    start = reported = time.monotonic()
    received: list[Received] = []
    async with _receiving(received) as port:
        settings = load(_env_file=None, smtp_url=f"smtp://127.0.0.1:{port}", mail_to=TO, mail_from=FROM)
        for number, fields in enumerate(_forms(seed, count)):
            received.clear()
            await _try(fields, settings, received, result)
            if time.monotonic() - reported > PROGRESS_SECONDS:
                reported = time.monotonic()
                report(f"{reported - start:4.0f} s  {number + 1} addresses, {len(result.problems)} problems")
    return result


def _forms(seed: int, count: int) -> Iterator[dict[str, str]]:
    random = Random(seed)
    seen: set[str] = set()
    while len(seen) < count:
        marker = word(random)
        typed = address(random, marker)
        if typed not in seen:
            seen.add(typed)
            yield filled(random, marker, typed)


async def _try(fields: dict[str, str], settings: Settings, received: list[Received], result: Result) -> None:
    typed = fields["email"]
    now = datetime.now(UTC)
    checked = check.check(fields, [], DEFAULT, now.date(), lambda workshop: False, lambda digest: str(UUID(int=0)))
    if checked.inquiry is None:
        if list(checked.problems) == ["email"] and str(checked.problems["email"]):
            result.refused += 1
        else:
            result.problems.append(f"{typed!r} was refused without a sentence: {checked.problems}")
        return
    stored = StoredInquiry(checked.inquiry, now.timestamp(), (), ())
    for recipient in (STUDIO, SENDER):
        await smtp.deliver(partial(mail.compose, stored, recipient, settings), settings)
    wrong = list(_differences(normalised(typed).encode("utf-8", "surrogatepass"), received))
    result.passed += not wrong
    result.problems += [f"{typed!r}: {each}" for each in wrong]


def _differences(expected: bytes, received: list[Received]) -> Iterator[str]:
    if len(received) != 2:
        yield f"{len(received)} mails"
        return
    envelopes = [(each.sender, each.recipients) for each in received]
    if envelopes != [(FROM.encode(), [TO.encode()]), (FROM.encode(), [expected])]:
        yield f"envelopes {envelopes}"
    headers = [(each.values(b"To"), each.values(b"Reply-To")) for each in received]
    if headers != [([TO.encode()], [expected]), ([expected], [TO.encode()])]:
        yield f"headers {headers}"
    for each in received:
        names = each.names()
        if unknown := [name for name in names if name not in MAIL_HEADERS or names.count(name) > 1]:
            yield f"header fields {unknown}"


@asynccontextmanager
async def _receiving(received: list[Received]) -> AsyncIterator[int]:
    """Runs a mail server that records all received mail. Yields the server's port."""

    async def session(reader: StreamReader, writer: StreamWriter) -> None:
        writer.write(b"220 mail.test\r\n")
        mail = Received()
        while line := await reader.readline():
            command = line[:4].upper()
            if found := _COMMAND.fullmatch(line):
                mail.sender = found[2] if command == b"MAIL" else mail.sender
                mail.recipients += [found[2]] if command == b"RCPT" else []
            if command == b"DATA":
                writer.write(b"354 Go on\r\n")
                contents = await reader.readuntil(b"\r\n.\r\n")
                mail.head = contents.partition(b"\r\n\r\n")[0]
                received.append(mail)
                mail = Received()
            writer.write(b"221 Bye\r\n" if command == b"QUIT" else b"250 OK\r\n")
            if command == b"QUIT":
                break
        writer.close()

    server = await asyncio.start_server(session, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
