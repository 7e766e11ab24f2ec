from pathlib import Path
from typing import Any

import pytest

from builder import failed_pages
from builder.failed_pages import STAYS
from builder.steps import BuildError
from pwa.seam.page_error import PageError


class Next:
    """A fake Next process that has exited. `error` is empty on success."""

    def __init__(self, error: str = "") -> None:
        self.error = error

    def output(self) -> str:
        return self.error

    def finish(self) -> None:
        if self.error:
            raise BuildError(self.error)


@pytest.fixture(autouse=True)
def _errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failed_pages, "ERRORS", tmp_path / "errors.txt")


def finish(error: str = "") -> None:
    program: Any = Next(error)
    failed_pages.finish(program)


def test_a_message_of_all_languages_is_printed_once_and_stops_the_build(capsys: pytest.CaptureFixture[str]) -> None:
    both = {path: PageError("`rx.script` is refused (app/pages/ink.py:3).") for path in ("ink", "en/ink")}
    failed_pages.write({**both, "paper": ValueError("no paper")})
    with pytest.raises(BuildError, match=STAYS):
        finish()
    printed = capsys.readouterr().err
    assert printed.count("(app/pages/ink.py:3)") == 1 and "ValueError: no paper" in printed


def test_a_build_without_errors_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    finish()
    assert capsys.readouterr().err == ""


def test_another_error_of_next_is_shown_as_it_is() -> None:
    with pytest.raises(BuildError, match=r"^Failed to compile\.$"):
        finish("Failed to compile.")
