"""Sends the cases of all families in turn, and reports what the oracle finds.

Cases are sent in batches, some at the same time. When something goes wrong in a batch, each of its cases is repeated
alone, several times, so that neither a busy machine nor a neighbour is taken for a fault of the case.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

from tools.fuzz.bystander import Bystander, ordinary
from tools.fuzz.cases import Case, Form, Generator, Shot, make, save, shortened
from tools.fuzz.oracle import (
    ACCEPTED,
    Problem,
    Watch,
    of_answers,
    of_arrivals,
    of_letters,
    trouble,
)
from tools.fuzz.site import Site
from tools.fuzz.wire import NoAnswerError, NoConnectionError, exchange, statuses

BATCH = 20
"""Cases of one family, one batch after the other."""
AT_ONCE = 4
REPEATS = 4
"""How often a suspect case must fail alone."""
SETTLE_SECONDS = 0.1
"""After a case, for what it has started."""
QUIET_SECONDS = 0.2
"""Without a long wait, before a case is sent alone."""
QUIET_WAIT_SECONDS = 0.02
"""A bystander's wait on a quiet machine is shorter."""
QUIET_TIMEOUT_SECONDS = 5.0
MAIL_SECONDS = 10.0
"""For an ordinary enquiry's mail to arrive."""
PROGRESS_SECONDS = 5.0
MAX_OF_A_KIND = 3
"""Findings of one kind in one family that are looked into; further ones are counted."""
ALONE = frozenset(["unanswered"])
"""Kinds of problems with a case that count only if they come again when it is sent alone."""
NOISY = frozenset(["stall", "bystander", "unanswered"])
"""Kinds that a busy machine causes too: they must come again each time."""
SLOW = frozenset(["stuck", "stall", "bystander", "unanswered"])
"""Kinds that are one fault, seen at different moments."""
FATAL = frozenset(["stuck", "mail", "processes"])
"""Kinds after which the site is started again."""


@dataclass(frozen=True)
class Finding:
    """A problem, the case that causes it, and the file in which that is saved."""

    family: str
    problem: Problem
    case: Case | None
    file: Path | None

    def __str__(self) -> str:
        if self.case is None or self.file is None:
            return f"{self.family}: {self.problem.kind}: {self.problem.what}"
        emails = [each.form.email for each in self.case.shots if each.form]
        return (
            f"{self.family}: {self.problem.kind}: {self.problem.what}\n"
            f"    sent: {shortened(self.case.shots[0].data)}\n"
            + (f"    e-mail addresses: {shortened(repr(emails).encode())}\n" if emails else "")
            + f"    again: .venv/bin/python -m tools.fuzz --repeat {self.file}"
        )


@dataclass
class Outcome:
    """What came back for a case: all statuses, the forms that were accepted, and problems that are plain at once."""

    case: Case
    statuses: list[int] = field(default_factory=list)
    accepted: list[Form] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class Runner:
    """One run over some families. `report` gets a line of progress now and then."""

    def __init__(
        self,
        site: Site,
        bystander: Bystander,
        families: Mapping[str, Generator],
        folder: Path,
        report: Callable[[str], object] = lambda line: None,
    ) -> None:
        self.site = site
        self.watch = Watch(site, bystander)
        self.families = families
        self.folder = folder
        self.findings: list[Finding] = []
        self.further: Counter[tuple[str, str]] = Counter()
        self.cases = 0
        self.seen: Counter[int] = Counter()
        self._accepted: list[Form] = []
        self._judged = 0
        self._report = report
        self._begun = time.monotonic()
        self._reported = 0.0
        self._random = Random(0)
        self._growth: Counter[str] = Counter()
        self._is_stuck = False

    def run(self, seed: int, seconds: float) -> list[Finding]:
        """Sends cases for so long. Returns what was found."""
        self.warm_up()
        end = time.monotonic() + seconds
        for batch in self._batches(seed):
            if time.monotonic() > end:
                break
            self.send(batch)
            self._progress(batch[0].family)
        return self.findings

    def _batches(self, seed: int) -> Iterator[list[Case]]:
        for start in count(0, BATCH):
            for family, generator in self.families.items():
                yield [make(family, generator, seed, start + number) for number in range(BATCH)]

    def warm_up(self) -> None:
        """Has the site load all that it loads on first use, and takes that for the baseline."""
        for size in (0, 1_000, 9_900_000, 9_900_000):
            files = [("plate.pdf", (b"%PDF-1.7\n" + b"x" * size)[:size])] * 3 if size else []
            exchange(self.site.url, ordinary(self._random, *files))
        trouble(self.site, ordinary(self._random), MAIL_SECONDS)
        self.site.forget()
        time.sleep(1)
        self.site.mail.letters.clear()
        self._judged = 0
        self.watch.rebase()

    def send(self, batch: Sequence[Case]) -> None:
        """Sends a batch, judges it, and looks for the case to blame."""
        before = self.site.memory()
        self.watch.begin()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            outcomes = list(pool.map(self._fire, batch))
        self.cases += len(batch)
        time.sleep(SETTLE_SECONDS)
        problems = self._judge(outcomes)
        self._growth[batch[0].family] += self.site.memory() - before
        self.site.forget()
        certain = [(outcome.case, each) for outcome in outcomes for each in outcome.problems if each.kind not in ALONE]
        for case, problem in certain:
            self._found(case, problem)
        suspected = {each.kind for each in problems if each.kind != "memory"}
        suspected |= {each.kind for outcome in outcomes for each in outcome.problems if each.kind in ALONE}
        if suspected:
            self._blame(batch, suspected)
        if memory := [each for each in problems if each.kind == "memory"]:
            self._remember(batch[0].family, memory[0])

    def alone(self, case: Case) -> list[Problem]:
        """Sends a case alone. Returns what went wrong."""
        self._until_quiet()
        self.watch.begin()
        outcome = self._fire(case)
        time.sleep(SETTLE_SECONDS)
        judged = self._judge([outcome])
        self.site.forget()
        return [*judged, *outcome.problems]

    def _until_quiet(self) -> None:
        """Waits until a bystander does not wait, for a while: the machine may have other work."""
        bystander = self.watch.bystander
        bystander.is_answered(10.0)
        end = time.monotonic() + QUIET_TIMEOUT_SECONDS
        while time.monotonic() < end:
            begun = time.monotonic()
            time.sleep(QUIET_SECONDS)
            if bystander.waits(begun).worst < QUIET_WAIT_SECONDS:
                return

    def _fire(self, case: Case) -> Outcome:
        outcome = Outcome(case)
        for shot in () if self._is_stuck else case.shots:
            found = self._shoot(shot, outcome)
            outcome.statuses += found
            outcome.problems += of_answers(found)
            if shot.form and found and found[0] in ACCEPTED:
                outcome.accepted.append(shot.form)
        return outcome

    def _shoot(self, shot: Shot, outcome: Outcome) -> list[int]:
        try:
            return statuses(exchange(self.site.url, shot))
        except NoConnectionError as error:
            outcome.problems.append(Problem("unanswered", f"no connection: {error}"))
        except NoAnswerError:
            self._is_stuck = self._is_stuck or not self.watch.bystander.is_answered(1.0)
            outcome.problems.append(Problem("unanswered", "a whole request got no answer"))
        return []

    def _judge(self, outcomes: Sequence[Outcome]) -> list[Problem]:
        """The problems since `Watch.begin`, beside those of the outcomes; mails are blamed on outcomes."""
        forms = [form for outcome in outcomes for form in outcome.accepted]
        self._accepted += forms
        self.seen.update(status for outcome in outcomes for status in outcome.statuses)
        problems = self.watch.problems(len(outcomes))
        if forms and not any(each.kind in FATAL for each in problems):
            problems += self._of_mail(outcomes)
        if any(each.kind in FATAL for each in problems):
            self._restart()
        return problems

    def _of_mail(self, outcomes: Sequence[Outcome]) -> list[Problem]:
        if wrong := trouble(self.site, ordinary(self._random), MAIL_SECONDS):
            return [Problem("mail", f"an ordinary enquiry afterwards: {wrong}")]
        letters = self.site.mail.letters
        new, self._judged = letters[self._judged :], len(letters)
        for outcome in outcomes:
            outcome.problems += of_arrivals(letters, outcome.accepted)
        unclear: list[Problem] = []
        for problem in of_letters(new, letters, self._accepted):
            blamed = [each for each in outcomes if any(form.word in problem.words for form in each.accepted)]
            (blamed[0].problems if blamed else unclear).append(problem)
        return unclear

    def _blame(self, batch: Sequence[Case], kinds: set[str]) -> None:
        """Repeats each case of a batch alone, in which there were problems of these kinds. Reports what comes again."""
        family = batch[0].family
        if all(self._is_known(family, kind) for kind in kinds):
            self.further.update((family, kind) for kind in kinds)
            return
        for case in batch:
            for problem in self._repeated(case):
                self._found(case, problem)
            self._progress(family)
            if all(self._is_known(family, kind) for kind in kinds):
                return

    def _repeated(self, case: Case) -> list[Problem]:
        """The problems with a case when it is sent alone; those that noise may cause, if they come each time."""
        found = [problem for problem in self.alone(case) if problem.kind != "memory"]
        for _ in range(REPEATS - 1):
            if all(problem.kind not in NOISY for problem in found):
                break
            again = {_fault(problem.kind) for problem in self.alone(case)}
            found = [problem for problem in found if problem.kind not in NOISY or _fault(problem.kind) in again]
        return found

    def _remember(self, family: str, problem: Problem) -> None:
        """Reports growth, once for each further step of the limit."""
        shares = ", ".join(f"{name} {grown / 1e6:.0f} MB" for name, grown in self._growth.most_common(4))
        self._found(None, Problem("memory", f"{problem.what}; grown by family: {shares}"), family)
        self.watch.memory = self.site.memory()
        self._growth.clear()

    def _is_known(self, family: str, kind: str) -> bool:
        known = [each for each in self.findings if each.family == family and _fault(each.problem.kind) == _fault(kind)]
        return len(known) >= MAX_OF_A_KIND

    def _found(self, case: Case | None, problem: Problem, family: str = "") -> None:
        family = case.family if case else family
        if self._is_known(family, problem.kind):
            self.further[family, problem.kind] += 1
            return
        finding = Finding(family, problem, case, save(case, self.folder) if case else None)
        if any(
            each.case == case and _fault(each.problem.kind) == _fault(problem.kind) for each in self.findings if case
        ):
            return
        self.findings.append(finding)
        self._report(f"found: {finding}")

    def _restart(self) -> None:
        self.site.restart()
        self._is_stuck = False
        self.watch.bystander.is_answered(10.0)
        self.warm_up()
        self.watch.begin()

    def _progress(self, family: str) -> None:
        now = time.monotonic()
        if now - self._reported < PROGRESS_SECONDS:
            return
        self._reported = now
        grown = (self.site.memory() - self.watch.memory) / 1e6
        waits = self.watch.bystander.waits(now - PROGRESS_SECONDS)
        frequent = " ".join(f"{status}×{number}" for status, number in self.seen.most_common(6))
        parts = [
            f"{now - self._begun:4.0f} s",
            f"{self.cases} cases ({family})",
            f"{len(self.findings)} findings",
            f"{grown:+.0f} MB",
            f"worst {waits.worst * 1000:.0f} ms (noise {waits.noise * 1000:.0f})",
            f"{len(self._accepted)} accepted",
            frequent,
        ]
        self._report("  ".join(parts))


def _fault(kind: str) -> str:
    return "slow" if kind in SLOW else kind
