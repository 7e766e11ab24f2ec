import base64
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tools.fuzz import cases, oracle, runner, wire
from tools.fuzz.bystander import NOISE, PAGES, Bystander, Sample, running_bystander, waits_of
from tools.fuzz.cases import Case, Form, make
from tools.fuzz.families import FAMILIES
from tools.fuzz.families.http2 import bomb
from tools.fuzz.runner import Runner
from tools.fuzz.site import STUDIO, Letter, Site, running_site

pytestmark = pytest.mark.mostly_nightly

WORD = f"{cases.MARKER_PREFIX}0123456789ab"
FAULTS = (
    "stall",
    "personal",
    "traceback",
    "log",
    "processes",
    "unanswered",
    "status",
    "dropped",
    "recipients",
    "headers",
)
"""The kinds of faults that a single request can cause."""


@pytest.fixture(scope="module")
def bad() -> Iterator[Site]:
    with running_site((sys.executable, "-m", "tests.support.bad_site"), with_patreon=False) as running:
        yield running


@pytest.fixture(scope="module")
def bystander(bad: Site) -> Iterator[Bystander]:
    with running_bystander(bad.url) as running:
        yield running


@pytest.fixture
def run(bad: Site, bystander: Bystander, tmp_path: Path) -> Runner:
    running = Runner(bad, bystander, {}, tmp_path)
    running.warm_up()
    return running


def case(fault: str, number: int = 0) -> Case:
    random = Random(f"{fault}{number}")
    shot = wire.inquiry(random, cases.word(random), cases.sender(random), changes={"paper": fault})
    return Case(f"bad-{fault}-{number}", (shot,))


def test_each_fault_is_found_and_blamed_on_its_case(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "AT_ONCE", 1)
    run.send([case("listed", 1), *map(case, FAULTS), case("listed", 2)])
    blamed = {(finding.case.name.split("-")[1], finding.problem.kind) for finding in run.findings if finding.case}
    assert blamed == {(fault, fault) for fault in FAULTS}


def test_growth_is_found(run: Runner) -> None:
    run.send([case("leak")])
    assert "memory" in {finding.problem.kind for finding in run.findings}


def test_ordinary_enquiries_are_no_finding(run: Runner) -> None:
    run.send([case("listed", number) for number in range(30)])
    assert run.findings == []
    assert run.seen == {201: 30}


def test_a_finding_is_saved_and_can_be_repeated(run: Runner) -> None:
    run.send([case("status")])
    [finding] = run.findings
    assert finding.file
    assert f"--repeat {finding.file}" in str(finding)
    assert cases.load(finding.file) == finding.case
    assert [problem.kind for problem in run.send_alone(cases.load(finding.file))] == ["status"]


@pytest.mark.main
@pytest.mark.parametrize("family", FAMILIES)
def test_the_same_seed_makes_the_same_input(family: str) -> None:
    for number in range(30):
        made = make(family, FAMILIES[family], 7, number)
        assert made == make(family, FAMILIES[family], 7, number)
        assert made.shots
    assert make(family, FAMILIES[family], 7, 0) != make(family, FAMILIES[family], 8, 0)


@pytest.mark.parametrize(
    "line",
    [
        f"Refused {WORD}",
        f"Refused {WORD.upper()}",
        f"Refused {WORD.encode().hex()}",
        "Refused " + "\\x00".join(WORD),
        *(f"Refused {base64.b64encode(b'x' * shift + WORD.encode()).decode()}" for shift in range(3)),
    ],
)
def test_sent_text_in_the_log_is_found(line: str) -> None:
    assert [problem.kind for problem in oracle.judge_log([line], 1)] == ["personal"]


def test_one_log_line_per_case_is_allowed() -> None:
    assert list(oracle.judge_log(["Mail was not accepted", "Mail was not accepted"], 2)) == []


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, None),
        ({"recipients": ("other@example.com",)}, "recipients"),
        ({"recipients": ("jana@example.com", "other@example.com")}, "recipients"),
        ({"headers": (("To", "other@example.com"),)}, "recipients"),
        ({"headers": (("To", "jana@example.com"), ("Bcc", "other@example.com"))}, "headers"),
        ({"headers": (("To", "jana@example.com"), ("Subject", f"Hello {WORD}"))}, "headers"),
    ],
)
def test_mails_are_compared_with_the_form(changes: dict[str, tuple], kind: str | None) -> None:
    letter = Letter(("jana@example.com",), (("To", "jana@example.com"),), frozenset())
    found = oracle.judge_letters([replace(letter, **changes)], [], [Form("jana@example.com", WORD)])
    assert {problem.kind for problem in found} == ({kind} if kind else set())


def test_a_wrong_reply_address_is_found() -> None:
    headers = (("To", STUDIO), ("Reply-To", "other@example.com"))
    letter = Letter((STUDIO,), headers, frozenset([WORD]))
    [problem] = oracle.judge_letters([letter], [letter], [Form("jana@example.com", WORD)])
    assert problem.words == {WORD}


def test_noise_explains_a_wait() -> None:
    samples = [Sample(PAGES[0], 0, 0.002, 200), Sample(PAGES[1], 0, 0.2, 200), Sample(NOISE, 0, 0.19, 200)]
    waits = waits_of(samples)
    assert (waits.worst, waits.noise) == (0.2, 0.19)
    assert waits.excess < oracle.MAX_STALL_SECONDS


def test_a_bomb_is_small() -> None:
    assert len(bomb("/about")) < 400_000
