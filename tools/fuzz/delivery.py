"""E-mail addresses from the form to the wire: an address that passes arrives unchanged, any other is refused with a
sentence. The addresses follow the grammar of RFC 5322, 2047 and 6531."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from tools.fuzz.bystander import ordinary
from tools.fuzz.cases import Shot, sender, word
from tools.fuzz.grammar import address
from tools.fuzz.oracle import ACCEPTED, Problem, key, of_arrivals, of_letters, trouble
from tools.fuzz.site import STUDIO, Site, site
from tools.fuzz.wire import NoAnswerError, NoConnectionError, enquiry, exchange, statuses

BATCH = 400
AT_ONCE = 4
MAIL_SECONDS = 120.0
"""For a batch's mails to arrive."""
PROGRESS_SECONDS = 10.0
MAX_SHOWN = 30
MAX_CONFIRMATIONS = 4
"""Of one mailbox in a batch that must arrive: the site sends no more than five a day."""
REFUSED, UNREADABLE, LIMITED = 422, 400, 429


@dataclass
class Count:
    """What became of the addresses."""

    passed: int = 0
    refused: int = 0
    limited: int = 0
    mails: int = 0
    problems: list[Problem] = field(default_factory=list)


def main(count: int, seed: int) -> int:
    """Tries so many addresses on a site of its own. Returns the exit code: 1 if one of them did something else."""
    print(f"Seed {seed}, {count} addresses.", flush=True)
    with site(with_patreon=False) as running:
        found = deliver(running, count, seed, lambda line: print(line, flush=True))
    print(
        f"\n{found.passed} passed and {found.mails} mails arrived, {found.refused} were refused with a sentence, "
        f"{found.limited} were over a limit, {len(found.problems)} problems"
    )
    for problem in found.problems[:MAX_SHOWN]:
        print(f"- {problem.kind}: {problem.what}")
    for kind, more in Counter(each.kind for each in found.problems[MAX_SHOWN:]).items():
        print(f"- {kind}: {more} more")
    return bool(found.problems)


def deliver(running: Site, count: int, seed: int, report: Callable[[str], object] = lambda line: None) -> Count:
    """Sends enquiries with `count` different addresses, and compares the mails with what was typed."""
    random = Random(seed)
    shots = _shots(random, count)
    found = Count()
    begun = reported = time.monotonic()
    while batch := list(islice(shots, BATCH)):
        _send(running, random, batch, found)
        running.forget()
        if time.monotonic() - reported > PROGRESS_SECONDS:
            reported = time.monotonic()
            done = found.passed + found.refused + found.limited
            report(
                f"{reported - begun:4.0f} s  {done} addresses, {found.passed} passed, {len(found.problems)} problems"
            )
    return found


def _shots(random: Random, count: int) -> Iterator[Shot]:
    """Enquiries with different addresses."""
    seen: set[str] = set()
    while len(seen) < count:
        marker = word(random)
        typed = address(random, marker)
        if typed not in seen:
            seen.add(typed)
            yield enquiry(random, marker, sender(random), changes={"email": typed})


def _send(running: Site, random: Random, batch: Sequence[Shot], found: Count) -> None:
    before = len(running.mail.letters)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda shot: _answer(running, shot), batch))
    accepted = []
    for shot, (status, body) in zip(batch, answers, strict=True):
        assert shot.form
        if status in ACCEPTED:
            accepted.append(shot.form)
        elif status == LIMITED:
            found.limited += 1
        elif _is_refused_well(shot.form.email, status, body):
            found.refused += 1
        else:
            found.problems.append(Problem("status", f"{shot.form.email!r}: {status} {body[:200]!r}"))
    found.passed += len(accepted)
    if wrong := trouble(running, ordinary(random), MAIL_SECONDS):
        addresses = [form.email for form in accepted]
        found.problems.append(
            Problem("mail", f"an ordinary enquiry afterwards: {wrong}; accepted: {addresses!r:.3000}")
        )
        running.restart()
        return
    new = running.mail.letters[before:]
    found.mails += len(new)
    found.problems += of_letters(new, new, accepted)
    found.problems += of_arrivals(new, accepted)
    recipients = {key(each) for letter in new for each in letter.recipients if STUDIO not in letter.recipients}
    mailboxes: Counter[str] = Counter()
    for form in accepted:
        mailbox = key(form.email).lower().partition("+")[0]
        mailboxes[mailbox] += 1
        if mailboxes[mailbox] <= MAX_CONFIRMATIONS and key(form.email) not in recipients:
            found.problems.append(Problem("dropped", f"no confirmation to {form.email!r}"))


def _answer(running: Site, shot: Shot) -> tuple[int, bytes]:
    try:
        answer = exchange(running.url, shot)
    except (NoAnswerError, NoConnectionError) as error:
        return 0, type(error).__name__.encode()
    return (statuses(answer) or [0])[0], answer.partition(b"\r\n\r\n")[2]


def _is_refused_well(email: str, status: int, body: bytes) -> bool:
    """Whether an answer has a sentence about the e-mail address, and about no other field; or about the whole form, if
    the address was not UTF-8."""
    if status not in (REFUSED, UNREADABLE):
        return False
    answer = json.loads(body)
    try:
        email.encode()
    except UnicodeEncodeError:
        return status == UNREADABLE and bool(answer["reason"])
    return status == REFUSED and list(answer["problems"]) == ["email"] and bool(answer["problems"]["email"])
