import json
import subprocess
import sys
import traceback
from collections.abc import Callable
from typing import ClassVar

import pytest

from app.i18n import DEFAULT
from app.routes import url_for
from app.seam.brief_errors import briefly


@pytest.fixture(autouse=True)
def traceback_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "tracebacklimit", 100, raising=False)


def printed_lines(error: BaseException) -> list[str]:
    return "".join(traceback.format_exception(error)).splitlines()


def reading(text: str, hook: Callable | None = None) -> object:
    return json.loads(text, object_hook=hook)


@pytest.mark.parametrize("limit", [100, 0], ids=["first error", "later error"])
def test_notes_have_our_lines_and_the_failed_step(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(sys, "tracebacklimit", limit, raising=False)
    with pytest.raises(LookupError) as caught, briefly("The page ink could not be made."):
        url_for("contcat", DEFAULT)
    message, own, line, _caller, _call, what = printed_lines(caught.value)
    assert message == "LookupError: There is no route `contcat`. Did you mean `contact`?"
    assert own.startswith("  app/routes.py:") and own.endswith(", in __missing__")
    assert line.startswith("    raise Lookup")
    assert what == "The page ink could not be made."


def refusing(found: dict) -> None:
    raise ValueError(found)


def test_the_raising_line_comes_first_and_other_packages_are_counted() -> None:
    with pytest.raises(ValueError, match=r"\{\}") as caught, briefly("It failed."):
        reading("{}", refusing)
    _message, own, _line, others, caller, _call, what = printed_lines(caught.value)
    assert own.startswith("  tests/seam/test_brief_errors.py:") and own.endswith(", in refusing")
    assert caller.endswith(", in reading")
    assert (others, what) == ("  … 3 of other packages", "It failed.")


def test_our_caller_comes_first_if_another_package_raised() -> None:
    with pytest.raises(json.JSONDecodeError) as caught, briefly("It failed."):
        reading("{")
    _message, own, _line, what = printed_lines(caught.value)
    assert own.endswith(", in reading") and what == "It failed."


class Named:
    """A class with `base_vars`, like a Reflex state."""

    base_vars: ClassVar = {"note": None}


@pytest.mark.parametrize(("name", "is_explained"), [("set_note", True), ("set_other", False), ("note", False)])
def test_a_missing_setter_says_what_to_write(name: str, is_explained: bool) -> None:
    with pytest.raises(AttributeError) as caught, briefly("It failed."):
        getattr(Named, name)
    says = "Write a handler in `Named`: `def set_note(self, value: str) -> None: self.note = value`"
    assert (says in "\n".join(printed_lines(caught.value))) == is_explained


def test_the_traceback_is_limited_after_the_first_error() -> None:
    script = "from app.seam.brief_errors import briefly\nwith briefly('It failed.'):\n    raise ValueError('no')"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert result.stderr.splitlines()[-2:] == ["ValueError: no", "It failed."]
