import base64
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tools.fuzz import cases, oracle, runner, wire
from tools.fuzz.bystander import Bystander, running_bystander
from tools.fuzz.cases import Case, make
from tools.fuzz.families import FAMILIES
from tools.fuzz.runner import Runner
from tools.fuzz.site import Site, running_site

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


def test_addresses_are_compared_as_the_site_cleans_them() -> None:
    assert oracle.normalised("Jana@Příklad\x7f.CZ") == oracle.normalised("Jana@xn--pklad-zsa96e.cz")
    assert oracle.normalised("Jana@a.cz") != oracle.normalised("jana@a.cz")
