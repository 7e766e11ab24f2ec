"""Sends test cases in batches and reports problems.

If a batch causes a problem, the runner resends each case alone to find the cause.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

from tools.fuzz.bystander import Bystander, ordinary_inquiry
from tools.fuzz.cases import Case, Form, Generator, Shot, make, save, shortened
from tools.fuzz.oracle import ACCEPTED, Problem, Watch, judge_arrivals, judge_letters, judge_statuses, send_and_check
from tools.fuzz.site import Site
from tools.fuzz.wire import NoAnswerError, NoConnectionError, exchange, statuses

BATCH_SIZE = 20
AT_ONCE = 4
REPEATS = 4
SETTLE_SECONDS = 0.1
QUIET_SECONDS = 0.2
MAX_QUIET_WAIT_SECONDS = 0.02
QUIET_TIMEOUT_SECONDS = 5.0
PROGRESS_SECONDS = 5.0
MAX_FINDINGS_PER_KIND = 3
ONLY_ALONE = frozenset(["unanswered"])
"""Problems that count only if they also occur when the test case is sent alone."""
NOISY = frozenset(["stall", "bystander", "unanswered"])
"""Problems that a busy machine can also cause. They count only if they occur in every repetition."""
SLOW = frozenset(["stuck", "stall", "bystander", "unanswered"])
"""Problems that often share a cause. The runner reports only one of them per test case."""
FATAL = frozenset(["stuck", "mail", "processes"])
"""Problems that make the runner restart the site."""


@dataclass(frozen=True)
class Finding:
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
    case: Case
    statuses: list[int] = field(default_factory=list)
    accepted: list[Form] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class Runner:
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
        self._start = time.monotonic()
        self._reported = 0.0
        self._random = Random(0)
        self._growth: Counter[str] = Counter()
        self._is_stuck = False

    def run(self, seed: int, seconds: float) -> list[Finding]:
        self.warm_up()
        end = time.monotonic() + seconds
        for batch in self._batches(seed):
            if time.monotonic() > end:
                break
            self.send(batch)
            self._progress(batch[0].family)
        return self.findings

    def _batches(self, seed: int) -> Iterator[list[Case]]:
        for start in count(0, BATCH_SIZE):
            for family, generator in self.families.items():
                yield [make(family, generator, seed, start + number) for number in range(BATCH_SIZE)]

    def warm_up(self) -> None:
        """Sends inquiries, so that the site loads all modules. Then measures the site's memory."""
        for size in (0, 1_000, 9_900_000, 9_900_000):
            files = [("plate.pdf", (b"%PDF-1.7\n" + b"x" * size)[:size])] * 3 if size else []
            exchange(self.site.url, ordinary_inquiry(self._random, *files))
        send_and_check(self.site, ordinary_inquiry(self._random))
        self.site.reset_limits()
        time.sleep(1)
        self.site.mail.letters.clear()
        self._judged = 0
        self.watch.set_baseline()

    def send(self, batch: Sequence[Case]) -> None:
        before = self.site.memory()
        self.watch.start_period()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            outcomes = list(pool.map(self._send_case, batch))
        self.cases += len(batch)
        time.sleep(SETTLE_SECONDS)
        problems = self._judge(outcomes)
        self._growth[batch[0].family] += self.site.memory() - before
        self.site.reset_limits()
        certain = [
            (outcome.case, each) for outcome in outcomes for each in outcome.problems if each.kind not in ONLY_ALONE
        ]
        for case, problem in certain:
            self._record(case, problem)
        suspected = {each.kind for each in problems if each.kind != "memory"}
        suspected |= {each.kind for outcome in outcomes for each in outcome.problems if each.kind in ONLY_ALONE}
        if suspected:
            self._blame(batch, suspected)
        if memory := [each for each in problems if each.kind == "memory"]:
            self._record_growth(batch[0].family, memory[0])

    def send_alone(self, case: Case) -> list[Problem]:
        self._until_quiet()
        self.watch.start_period()
        outcome = self._send_case(case)
        time.sleep(SETTLE_SECONDS)
        judged = self._judge([outcome])
        self.site.reset_limits()
        return [*judged, *outcome.problems]

    def _until_quiet(self) -> None:
        bystander = self.watch.bystander
        bystander.wait_for_answer(10.0)
        end = time.monotonic() + QUIET_TIMEOUT_SECONDS
        while time.monotonic() < end:
            start = time.monotonic()
            time.sleep(QUIET_SECONDS)
            if bystander.waits(start).worst < MAX_QUIET_WAIT_SECONDS:
                return

    def _send_case(self, case: Case) -> Outcome:
        outcome = Outcome(case)
        for shot in () if self._is_stuck else case.shots:
            found = self._send_shot(shot, outcome)
            outcome.statuses += found
            outcome.problems += judge_statuses(found)
            if shot.form and found and found[0] in ACCEPTED:
                outcome.accepted.append(shot.form)
        return outcome

    def _send_shot(self, shot: Shot, outcome: Outcome) -> list[int]:
        try:
            return statuses(exchange(self.site.url, shot))
        except NoConnectionError as error:
            outcome.problems.append(Problem("unanswered", f"no connection: {error}"))
        except NoAnswerError:
            self._is_stuck = self._is_stuck or not self.watch.bystander.wait_for_answer(1.0)
            outcome.problems.append(Problem("unanswered", "a complete request got no response"))
        return []

    def _judge(self, outcomes: Sequence[Outcome]) -> list[Problem]:
        """Adds problems to the outcomes of the cases that caused them. Returns problems without a known cause."""
        forms = [form for outcome in outcomes for form in outcome.accepted]
        self._accepted += forms
        self.seen.update(status for outcome in outcomes for status in outcome.statuses)
        problems = self.watch.problems(len(outcomes))
        if forms and not any(each.kind in FATAL for each in problems):
            problems += self._judge_mail(outcomes)
        if any(each.kind in FATAL for each in problems):
            self._restart()
        return problems

    def _judge_mail(self, outcomes: Sequence[Outcome]) -> list[Problem]:
        if wrong := send_and_check(self.site, ordinary_inquiry(self._random)):
            return [Problem("mail", f"an ordinary inquiry after the cases: {wrong}")]
        letters = self.site.mail.letters
        new, self._judged = letters[self._judged :], len(letters)
        for outcome in outcomes:
            outcome.problems += judge_arrivals(letters, outcome.accepted)
        unclear: list[Problem] = []
        for problem in judge_letters(new, letters, self._accepted):
            blamed = [each for each in outcomes if any(form.word in problem.words for form in each.accepted)]
            (blamed[0].problems if blamed else unclear).append(problem)
        return unclear

    def _blame(self, batch: Sequence[Case], kinds: set[str]) -> None:
        family = batch[0].family
        if all(self._is_known(family, kind) for kind in kinds):
            self.further.update((family, kind) for kind in kinds)
            return
        for case in batch:
            for problem in self._repeat(case):
                self._record(case, problem)
            self._progress(family)
            if all(self._is_known(family, kind) for kind in kinds):
                return

    def _repeat(self, case: Case) -> list[Problem]:
        found = [problem for problem in self.send_alone(case) if problem.kind != "memory"]
        for _ in range(REPEATS - 1):
            if all(problem.kind not in NOISY for problem in found):
                break
            again = {_group(problem.kind) for problem in self.send_alone(case)}
            found = [problem for problem in found if problem.kind not in NOISY or _group(problem.kind) in again]
        return found

    def _record_growth(self, family: str, problem: Problem) -> None:
        shares = ", ".join(f"{name} {grown / 1e6:.0f} MB" for name, grown in self._growth.most_common(4))
        self._record(None, Problem("memory", f"{problem.what}; grown by family: {shares}"), family)
        self.watch.memory = self.site.memory()
        self._growth.clear()

    def _is_known(self, family: str, kind: str) -> bool:
        known = [each for each in self.findings if each.family == family and _group(each.problem.kind) == _group(kind)]
        return len(known) >= MAX_FINDINGS_PER_KIND

    def _record(self, case: Case | None, problem: Problem, family: str = "") -> None:
        family = case.family if case else family
        if self._is_known(family, problem.kind):
            self.further[family, problem.kind] += 1
            return
        finding = Finding(family, problem, case, save(case, self.folder) if case else None)
        same_case = [each for each in self.findings if case and each.case == case]
        if any(_group(each.problem.kind) == _group(problem.kind) for each in same_case):
            return
        self.findings.append(finding)
        self._report(f"found: {finding}")

    def _restart(self) -> None:
        self.site.restart()
        self._is_stuck = False
        self.watch.bystander.wait_for_answer(10.0)
        self.warm_up()
        self.watch.start_period()

    def _progress(self, family: str) -> None:
        now = time.monotonic()
        if now - self._reported < PROGRESS_SECONDS:
            return
        self._reported = now
        grown = (self.site.memory() - self.watch.memory) / 1e6
        waits = self.watch.bystander.waits(now - PROGRESS_SECONDS)
        frequent = " ".join(f"{status}×{number}" for status, number in self.seen.most_common(6))
        parts = [
            f"{now - self._start:4.0f} s",
            f"{self.cases} cases ({family})",
            f"{len(self.findings)} findings",
            f"{grown:+.0f} MB",
            f"worst {waits.worst * 1000:.0f} ms (noise {waits.noise * 1000:.0f})",
            f"{len(self._accepted)} accepted",
            frequent,
        ]
        self._report("  ".join(parts))


def _group(kind: str) -> str:
    return "slow" if kind in SLOW else kind
