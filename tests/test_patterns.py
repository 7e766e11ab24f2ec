import pytest

from app.folders import ROOT
from tests.support.project_patterns import patterns_in
from tests.support.slow_patterns import faults

FILES = sorted((ROOT / "app").rglob("*.py"))


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",
        "(a*)*b",
        r"((<!--.*?-->)\s*)*<",
        r"(\s*x?\s*)*",
        r"(?:a|b+)+c",
        r"(?:\w+\s?)*$",
        "(?:a{1,50}){1,50}b",
        r"(\d+,?)+$",
        r"\s*\s*x",
        "a*[ab]*c",
        r"\w+\d*$",
        "(?:.*?;)*x",
        r"(?:\s*x\s*)*$",
        r"x(?:\s*)?\s+y",
        r"(?:,\s*)*\s*$",
        "(?=(a+)+b)",
    ],
)
def test_slow_patterns_are_found(pattern: str) -> None:
    assert faults(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\w+(?:-\w+)*",
        r"[\w.]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}",
        r'(?:"[^"]*",)*',
        r"\s+\S*$",
        r"a+b+c",
        "(?:ab)+c",
        "(?:a?b){1,3}",
        r"(?:[a-z][a-z-]{0,61}[a-z]\.)+[a-z]+",
        r"^\s*(?:a|b)\s*$",
        "(?>a+)+b",
    ],
)
def test_fast_patterns_are_accepted(pattern: str) -> None:
    assert faults(pattern) == []


def test_the_project_s_patterns_are_fast() -> None:
    found = {
        f"{file.relative_to(ROOT)}: {pattern!r}: {fault}"
        for file in FILES
        if file.name != "__main__.py"
        for pattern, flags in patterns_in(file)
        for fault in faults(pattern, flags)
    }
    assert found == set()
