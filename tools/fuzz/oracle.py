"""What must not happen: the oracle of every case. It judges the answers, the log, the mail, the memory, the processes,
and how long a bystander waited."""

import base64
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tools.fuzz.bystander import BYSTANDERS, ENQUIRY, Bystander
from tools.fuzz.cases import MARK, WORD, Form, Shot
from tools.fuzz.site import STUDIO, Letter, Site
from tools.fuzz.wire import NoAnswerError, NoConnectionError, exchange, statuses

MAX_STALL_SECONDS = 0.05
"""How much longer than the machine's noise a bystander may wait for a page."""
MAX_ENQUIRY_SECONDS = 2.0
"""How long a bystander's enquiry may take, which is written to the disk."""
MAX_GROWTH_BYTES = 32_000_000
"""How much more memory than after the warm-up all processes may take."""
MAX_LINES = 1
"""Lines of log for each case."""
SOUND = frozenset(
    map(
        int,
        [
            "100",
            "101",
            "200",
            "201",
            "204",
            "206",
            "302",
            "303",
            "304",
            "307",
            "308",
            "400",
            "403",
            "404",
            "405",
            "408",
            "409",
            "411",
            "412",
            "413",
            "414",
            "415",
            "416",
            "417",
            "421",
            "422",
            "426",
            "429",
            "431",
            "501",
            "503",
            "505",
        ],
    )
)
"""Statuses that an answer to a stranger may have."""
ACCEPTED = frozenset([201, 303])
"""Statuses of an enquiry that is kept."""
FIELDS = frozenset(
    [
        "from",
        "to",
        "reply-to",
        "date",
        "message-id",
        "auto-submitted",
        "subject",
        "mime-version",
        "content-type",
        "content-transfer-encoding",
        "content-language",
    ]
)
"""Header fields that a mail may have, each once."""


@dataclass(frozen=True)
class Problem:
    """Something that must not happen. `kind` is one word; `words` are the marker words of the forms to blame, where a
    mail shows them."""

    kind: str
    what: str
    words: frozenset[str] = frozenset()


def _hidden() -> re.Pattern[str]:
    """Marker words, plain or in a coding that hides them from somebody who searches."""
    codings = [re.escape(MARK), MARK.encode().hex(), r"(?:\\x00|\0)?".join(MARK)]
    for shift, (start, end) in enumerate(((0, 8), (2, 9), (3, 10))):
        coded = base64.b64encode(b"\0" * shift + MARK.encode()).decode()
        codings.append(re.escape(coded[start:end]))
    return re.compile("|".join(codings), re.IGNORECASE)


HIDDEN = _hidden()


def of_answers(statuses: Sequence[int]) -> Iterator[Problem]:
    """Judges the statuses of one connection."""
    for status in statuses:
        if status not in SOUND:
            yield Problem("status", f"answered {status}")


def of_log(lines: Sequence[str], cases: int) -> Iterator[Problem]:
    """Judges what was logged during so many cases."""
    for line in lines:
        if HIDDEN.search(line):
            yield Problem("personal", f"the log has what was sent: {line[:300]}")
        if "Traceback (most recent call last)" in line:
            yield Problem("traceback", _last_frame(line))
    if len(lines) > MAX_LINES * cases:
        yield Problem("log", f"{len(lines)} lines for {cases} cases, the last of them: {lines[-1][:300]}")


def _last_frame(line: str) -> str:
    """Where an exception was raised, and which."""
    frames = re.split(r"\\n(?=\s*File )", line)
    return f"{line[:120]} … {frames[-1][:300]}"


def expected(typed: str) -> str | None:
    """The address to which mail of an accepted form may go: what was typed, with its domain in punycode; None if no
    plain address was typed."""
    local, at, domain = typed.strip().rpartition("@")
    if not at or not local:
        return None
    try:
        import idna  # httpx's and email-validator's

        coded = idna.encode(domain, uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        coded = domain
    return f"{local}@{coded}"


def of_letters(letters: Iterable[Letter], everything: Iterable[Letter], accepted: Iterable[Form]) -> Iterator[Problem]:
    """Judges mails, by `everything` that has come so far, and all forms that have been accepted so far."""
    by_word = {form.word: form for form in accepted}
    addresses = {key(form.email) for form in by_word.values()}
    by_id = {_id(each): each.words for each in everything if each.words}
    for letter in letters:
        words = letter.words or by_id.get(_id(letter), frozenset())
        shown = f"RCPT {list(letter.recipients)}, headers {letter.headers}"[:600]
        for kind, what in _of_letter(letter, by_word, addresses):
            yield Problem(kind, f"{what}: {shown}", words)


def _id(letter: Letter) -> str:
    """What both mails of an enquiry have in common."""
    return letter.header("message-id").partition(".")[0]


def _of_letter(letter: Letter, by_word: dict[str, Form], addresses: set[str]) -> Iterator[tuple[str, str]]:
    if len(letter.recipients) != 1:
        yield "recipients", "a mail to several"
        return
    [recipient] = letter.recipients
    if letter.header("to") != recipient:
        yield "recipients", "To and RCPT differ"
    if recipient != STUDIO and not recipient.endswith(BYSTANDERS) and key(recipient) not in addresses:
        yield "recipients", "mail to an address that nobody sent"
    if recipient == STUDIO:
        replies = {key(by_word[each].email) for each in letter.words if each in by_word}
        if replies and key(letter.header("reply-to")) not in replies:
            yield "recipients", "Reply-To is not the sender's address"
    names = [name.lower() for name, _ in letter.headers]
    if unknown := [name for name in names if name not in FIELDS or names.count(name) > 1]:
        yield "headers", f"unexpected {unknown}"
    for name, value in letter.headers:
        if WORD.search(value) and name.lower() not in ("to", "reply-to"):
            yield "headers", f"{name} has what was sent"


def key(address: str) -> str:
    """What two spellings of an address have in common that are the same for every mail server."""
    plain = expected(address) or address.strip()
    local, _at, domain = plain.rpartition("@")
    return f"{local}@{domain.lower()}"


def of_arrivals(letters: Sequence[Letter], accepted: Iterable[Form]) -> Iterator[Problem]:
    """Judges whether every accepted form has reached the studio."""
    arrived = {each for letter in letters if STUDIO in letter.recipients for each in letter.words}
    for form in accepted:
        if form.word not in arrived:
            yield Problem("dropped", f"accepted, and never mailed to the studio (e-mail address {form.email[:100]!r})")


class Watch:
    """Watches a site while it is attacked: `begin` before some cases, `problems` after them."""

    def __init__(self, site: Site, bystander: Bystander) -> None:
        self.site = site
        self.bystander = bystander
        self._begun = 0.0
        self.rebase()

    def rebase(self) -> None:
        """Takes the site as it is now for the baseline."""
        self.pids = self.site.pids()
        self.memory = self.site.memory()
        self.site.new_log()

    def begin(self) -> None:
        """Starts a period."""
        self._begun = time.monotonic()

    def problems(self, cases: int, *, with_memory: bool = True) -> list[Problem]:
        """What went wrong since `begin`, apart from answers and mail."""
        found = [*self._of_waits(), *of_log(self.site.new_log(), cases), *self._of_processes()]
        return found + ([*self._of_memory()] if with_memory else [])

    def _of_waits(self) -> Iterator[Problem]:
        if not self.bystander.is_answered(3.0):
            yield Problem("stuck", "a bystander's page was not answered for 3 s")
            return
        waits = self.bystander.waits(self._begun)
        if waits.excess > MAX_STALL_SECONDS:
            yield Problem(
                "stall", f"a bystander waited {waits.worst * 1000:.0f} ms (noise {waits.noise * 1000:.0f} ms)"
            )
        if waits.failed:
            yield Problem("bystander", f"{waits.failed} of a bystander's pages had no good answer")
        for each in self.bystander.samples(self._begun):
            if each.kind == ENQUIRY and (each.status != 201 or each.seconds > MAX_ENQUIRY_SECONDS):
                yield Problem("bystander", f"a bystander's enquiry: {each.status} after {each.seconds * 1000:.0f} ms")

    def _of_processes(self) -> Iterator[Problem]:
        now = self.site.pids()
        if now != self.pids:
            yield Problem("processes", f"{len(self.pids - now)} processes ended, {len(now - self.pids)} began")
            self.pids = now

    def _of_memory(self) -> Iterator[Problem]:
        grown = self.site.memory() - self.memory
        if grown > MAX_GROWTH_BYTES:
            yield Problem("memory", f"{grown / 1e6:.0f} MB more than after the warm-up")


def until(condition: Callable[[], object], seconds: float) -> bool:
    """Waits until a condition holds. Returns whether it does in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())


def trouble(site: Site, shot: Shot, seconds: float) -> str | None:
    """Sends a customer's enquiry, and waits for its mail to the studio; with it, that of all before it has come.
    Returns what is wrong, or None."""
    assert shot.form
    marker = shot.form.word
    try:
        found = statuses(exchange(site.url, shot))
    except (NoAnswerError, NoConnectionError) as error:
        return f"no answer ({type(error).__name__})"
    if not found or found[0] not in ACCEPTED:
        return f"refused with {found}"
    letters = site.mail.letters
    if until(lambda: any(marker in each.words for each in letters if STUDIO in each.recipients), seconds):
        return None
    return f"accepted, and not mailed in {seconds:.0f} s"
