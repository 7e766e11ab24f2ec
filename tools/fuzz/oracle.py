"""Finds problems in responses, logs, emails, memory, processes and response times."""

import base64
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import idna  # a dependency of httpx and email-validator

from app.i18n.characters import one_line
from tools.fuzz.bystander import BYSTANDER_DOMAIN, INQUIRY, Bystander
from tools.fuzz.cases import MARKER_PREFIX, WORD, Form, Shot
from tools.fuzz.site import STUDIO, Letter, Site
from tools.fuzz.wire import NoAnswerError, NoConnectionError, exchange, statuses

MAX_STALL_SECONDS = 0.05
"""The maximum delay that an attack may cause for other visitors."""
MAX_INQUIRY_SECONDS = 2.0
MAIL_TIMEOUT_SECONDS = 10.0
MAX_MEMORY_GROWTH_BYTES = 32_000_000
MAX_LOG_LINES_PER_CASE = 1
ALLOWED_STATUSES = {
    100, 101, 200, 201, 204, 206, 302, 303, 304, 307, 308,
    400, 403, 404, 405, 408, 409, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 429, 431,
    501, 503, 505,
}  # fmt: skip
ACCEPTED = frozenset([201, 303])
MAIL_HEADERS = {
    "from", "to", "reply-to", "date", "message-id", "auto-submitted", "subject", "mime-version", "content-language",
    "content-type", "content-transfer-encoding",
}  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """A problem that the fuzzer found. `words` contains the marker words of the forms that caused it."""

    kind: str
    what: str
    words: frozenset[str] = frozenset()


def _marker_pattern() -> re.Pattern[str]:
    """Returns a pattern for marker words in plain text, hex, UTF-16 or base64."""
    codings = [re.escape(MARKER_PREFIX), MARKER_PREFIX.encode().hex(), r"(?:\\x00|\0)?".join(MARKER_PREFIX)]
    for shift, (start, end) in enumerate(((0, 8), (2, 9), (3, 10))):
        coded = base64.b64encode(b"\0" * shift + MARKER_PREFIX.encode()).decode()
        codings.append(re.escape(coded[start:end]))
    return re.compile("|".join(codings), re.IGNORECASE)


MARKERS = _marker_pattern()


def judge_statuses(statuses: Sequence[int]) -> Iterator[Problem]:
    for status in statuses:
        if status not in ALLOWED_STATUSES:
            yield Problem("status", f"answered {status}")


def judge_log(lines: Sequence[str], cases: int) -> Iterator[Problem]:
    for line in lines:
        if MARKERS.search(line):
            yield Problem("personal", f"the log contains form data: {line[:300]}")
        if "Traceback (most recent call last)" in line:
            yield Problem("traceback", _last_frame(line))
    if len(lines) > MAX_LOG_LINES_PER_CASE * cases:
        yield Problem("log", f"{len(lines)} lines for {cases} cases, the last of them: {lines[-1][:300]}")


def _last_frame(line: str) -> str:
    frames = re.split(r"\\n(?=\s*File )", line)
    return f"{line[:120]} … {frames[-1][:300]}"


def judge_letters(
    letters: Iterable[Letter], everything: Iterable[Letter], accepted: Iterable[Form]
) -> Iterator[Problem]:
    """Yields problems with the emails in `letters`. `everything` also contains earlier emails."""
    by_word = {form.word: form for form in accepted}
    addresses = {normalised(form.email) for form in by_word.values()}
    by_id = {_inquiry_id(each): each.words for each in everything if each.words}
    for letter in letters:
        words = letter.words or by_id.get(_inquiry_id(letter), frozenset())
        shown = f"RCPT {list(letter.recipients)}, headers {letter.headers}"[:600]
        for kind, what in _judge_letter(letter, by_word, addresses):
            yield Problem(kind, f"{what}: {shown}", words)


def _inquiry_id(letter: Letter) -> str:
    return letter.header("message-id").partition(".")[0]


def _judge_letter(letter: Letter, by_word: dict[str, Form], addresses: set[str]) -> Iterator[tuple[str, str]]:
    if len(letter.recipients) != 1:
        yield "recipients", "a mail to several recipients"
        return
    [recipient] = letter.recipients
    if letter.header("to") != recipient:
        yield "recipients", "To and RCPT differ"
    if recipient != STUDIO and not recipient.endswith(BYSTANDER_DOMAIN) and normalised(recipient) not in addresses:
        yield "recipients", "a mail to an address that no form contains"
    if recipient == STUDIO:
        replies = {normalised(by_word[each].email) for each in letter.words if each in by_word}
        if replies and normalised(letter.header("reply-to")) not in replies:
            yield "recipients", "Reply-To is not the sender's address"
    names = [name.lower() for name, _ in letter.headers]
    if unknown := [name for name in names if name not in MAIL_HEADERS or names.count(name) > 1]:
        yield "headers", f"unexpected {unknown}"
    for name, value in letter.headers:
        if WORD.search(value) and name.lower() not in ("to", "reply-to"):
            yield "headers", f"the header {name} contains form data"


def normalised(address: str) -> str:
    """Removes invisible characters, and converts the domain to lowercase punycode.

    Leaves the local part as is, because its case can matter.
    """
    local, _at, domain = one_line(address).rpartition("@")
    with suppress(idna.IDNAError, UnicodeError):
        domain = idna.encode(domain, uts46=True).decode() if local else domain
    return f"{local}@{domain.lower()}"


def judge_arrivals(letters: Sequence[Letter], accepted: Iterable[Form]) -> Iterator[Problem]:
    arrived = {each for letter in letters if STUDIO in letter.recipients for each in letter.words}
    for form in accepted:
        if form.word not in arrived:
            yield Problem("dropped", f"accepted, and never mailed to the studio (e-mail address {form.email[:100]!r})")


class Watch:
    def __init__(self, site: Site, bystander: Bystander) -> None:
        self.site = site
        self.bystander = bystander
        self._start = 0.0
        self.set_baseline()

    def set_baseline(self) -> None:
        self.pids = self.site.pids()
        self.memory = self.site.memory()
        self.site.read_new_log()

    def start_period(self) -> None:
        self._start = time.monotonic()

    def problems(self, cases: int) -> list[Problem]:
        """Returns problems with response times, logs, processes and memory since `start_period()`."""
        found = [*self._judge_waits(), *judge_log(self.site.read_new_log(), cases), *self._judge_processes()]
        return [*found, *self._judge_memory()]

    def _judge_waits(self) -> Iterator[Problem]:
        if not self.bystander.wait_for_answer(3.0):
            yield Problem("stuck", "a bystander's page was not answered for 3 s")
            return
        waits = self.bystander.waits(self._start)
        if waits.excess > MAX_STALL_SECONDS:
            yield Problem(
                "stall", f"a bystander waited {waits.worst * 1000:.0f} ms (noise {waits.noise * 1000:.0f} ms)"
            )
        if waits.failed:
            yield Problem("bystander", f"{waits.failed} of a bystander's pages had no good answer")
        for each in self.bystander.samples(self._start):
            if each.kind == INQUIRY and (each.status != 201 or each.seconds > MAX_INQUIRY_SECONDS):
                yield Problem("bystander", f"a bystander's inquiry: {each.status} after {each.seconds * 1000:.0f} ms")

    def _judge_processes(self) -> Iterator[Problem]:
        now = self.site.pids()
        if now != self.pids:
            yield Problem("processes", f"{len(self.pids - now)} processes ended, {len(now - self.pids)} began")
            self.pids = now

    def _judge_memory(self) -> Iterator[Problem]:
        grown = self.site.memory() - self.memory
        if grown > MAX_MEMORY_GROWTH_BYTES:
            yield Problem("memory", f"{grown / 1e6:.0f} MB more than after the warm-up")


def send_and_check(site: Site, shot: Shot) -> str | None:
    """Sends an inquiry and waits for the email. Returns what failed, or None on success."""
    assert shot.form
    marker = shot.form.word
    try:
        found = statuses(exchange(site.url, shot))
    except (NoAnswerError, NoConnectionError) as error:
        return f"no answer ({type(error).__name__})"
    if not found or found[0] not in ACCEPTED:
        return f"refused with {found}"
    end = time.monotonic() + MAIL_TIMEOUT_SECONDS
    while time.monotonic() < end:
        if any(marker in each.words for each in site.mail.letters if STUDIO in each.recipients):
            return None
        time.sleep(0.02)
    return f"accepted, and not mailed in {MAIL_TIMEOUT_SECONDS:.0f} s"
