from pathlib import Path

import pytest

from tests.support import suite

pytestmark = pytest.mark.mostly_nightly

PASSES = "def test_passes(): pass"
FAILS = "def test_fails(): assert False"
PASSES_ONCE_ALONE = """
from pathlib import Path

def test_is_flaky():
    file = Path("tried")
    tried = file.exists()
    file.touch()
    assert tried
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in suite.BROWSER_TESTS:
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  alone\n  engines\n  nightly")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # pytest starts one second faster without plugins
    monkeypatch.setattr(suite, "ROOT", tmp_path)
    monkeypatch.setattr(suite, "PARALLEL", ())
    monkeypatch.setattr(suite, "missing", list)
    monkeypatch.setattr(suite, "FLAKY", tmp_path / "results/flaky.txt")
    monkeypatch.setattr(suite, "FAILED", tmp_path / ".pytest_cache/v/cache/lastfailed")
    return tmp_path


@pytest.mark.parametrize("folder", [pytest.param("tests", marks=pytest.mark.main), "tests/e2e"])
def test_a_failure_fails_the_suite(project: Path, folder: str) -> None:
    (project / "tests/e2e/test_page.py").write_text(PASSES)
    (project / folder / "test_broken.py").write_text(FAILS)
    assert suite.main() == 1 and suite.FLAKY.read_text() == ""


@pytest.mark.main
def test_a_browser_test_that_passes_alone_is_flaky(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    tests = [f"{folder}test_{number}.py::test_is_flaky" for number, folder in enumerate(suite.BROWSER_TESTS)]
    for test in tests:
        file = project / test.partition("::")[0]
        file.write_text(PASSES_ONCE_ALONE.replace("tried", file.stem))
    assert suite.main() == 0
    assert suite.FLAKY.read_text().splitlines() == tests
    printed = capfd.readouterr().out
    assert all(f"FLAKY {test}" in printed for test in tests)


def test_only_browser_tests_are_run_again(project: Path) -> None:
    (project / "tests/test_unit.py").write_text(PASSES_ONCE_ALONE)
    assert suite.main() == 1


def test_a_failure_among_the_tests_that_run_alone_fails_the_suite(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "tests/test_unit.py").write_text(f"import pytest\n@pytest.mark.nightly\n{PASSES}")
    (project / "tests/test_alone.py").write_text(f"import pytest\n@pytest.mark.alone\n{FAILS}")
    assert suite.main("nightly") == 1
    assert capfd.readouterr().out.splitlines()[-1] == "FAILED tests/test_alone.py::test_fails"


def test_a_module_that_cannot_be_imported_fails_the_suite(project: Path) -> None:
    (project / "tests/e2e/test_page.py").write_text("import nothing_of_this_name")
    assert suite.main() == 1


@pytest.mark.main
def test_a_run_that_dies_fails_the_suite_even_if_no_other_test_failed(project: Path) -> None:
    (project / "tests/e2e/test_page.py").write_text(PASSES_ONCE_ALONE)
    (project / "tests/test_unit.py").write_text("import pytest\ndef test_dies(): pytest.exit('killed', 137)")
    assert suite.main() == 1


def test_a_parallel_run_without_tests_fails_the_suite(project: Path) -> None:
    (project / "tests/test_alone.py").write_text(f"import pytest\n@pytest.mark.alone\n{PASSES}")
    assert suite.main() == 1


def test_many_flaky_tests_fail_the_suite(project: Path) -> None:
    for number in range(suite.MAX_FLAKY + 1):
        (project / f"tests/e2e/test_page_{number}.py").write_text(PASSES_ONCE_ALONE.replace("tried", f"tried{number}"))
    assert suite.main() == 1 and len(suite.FLAKY.read_text().splitlines()) == suite.MAX_FLAKY + 1


@pytest.mark.parametrize("marker", ["engines", "nightly"])
def test_only_the_nightly_run_includes_nightly_tests(project: Path, marker: str) -> None:
    (project / "tests/test_unit.py").write_text(PASSES)
    (project / "tests/engines/test_every_page.py").write_text(f"import pytest\n@pytest.mark.{marker}\n{FAILS}")
    assert (suite.main(), suite.main("nightly")) == (0, 1)


@pytest.mark.main
@pytest.mark.parametrize(("ran", "ci", "code"), [(0, "", 0), (0, "true", 1), (1, "", 1)])
def test_missing_engines_are_named_and_fail_the_suite_in_ci(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ran: int, ci: str, code: int
) -> None:
    monkeypatch.setattr(suite, "missing", lambda: ["firefox", "webkit"])
    monkeypatch.setattr(suite, "run_tests", lambda _name: ran)
    monkeypatch.setenv("CI", ci)
    assert suite.main() == code
    assert capsys.readouterr().out.splitlines()[-1] == "NOT TRIED: firefox, webkit (not installed)"


@pytest.mark.main
def test_a_lack_of_workshops_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(suite, "missing", list)
    monkeypatch.setattr(suite, "run_tests", lambda _name: 0)
    for has_dates, lines in ((True, []), (False, ["NOT TRIED: bookings (fewer than three workshops can be booked)"])):
        monkeypatch.setattr(suite, "HAS_DATES", has_dates)
        assert suite.main() == 0
        assert capsys.readouterr().out.splitlines() == lines
