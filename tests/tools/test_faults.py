import ast

import pytest

from app.folders import ROOT
from tools.faults.breaking import Change, ChangedError, Followed, Replaced, broken
from tools.faults.table import FAULTS, Fault

PYTHON = """\
NAMES = {"a": 1}


class Server:
    @property
    def answer(self):
        return respond(é, self.status,
                       cached=True)


def other():
    return respond(cached=True)
"""
SCRIPT = """\
const one = () => {
  const limit = 1;
  return limit;
};
export function two() {
  return 1;
}
"""


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_applies(fault: Fault) -> None:
    source = (ROOT / fault.file).read_text()
    changed = broken(fault.file, source, fault.name, fault.change)
    assert changed != source
    if fault.file.endswith(".py"):
        ast.parse(changed)
    assert (ROOT / fault.found_by[0]).exists()


@pytest.mark.parametrize(
    ("name", "change", "line"),
    [
        ("NAMES", Replaced("1", "2"), 'NAMES = {"a": 2}'),
        ("NAMES", Followed("NAMES.clear()"), "NAMES.clear()"),
        ("Server.answer", Replaced("cached = True", "cached=False"), "                       cached=False)"),
        ("Server.answer", Replaced("self . status", "200"), "        return respond(é, 200,"),
        ("Server.answer", Followed("answer = None"), "    answer = None"),
        ("Server.answer", Followed("answer = None"), "    _unbroken = answer"),
        ("other", Replaced("respond(cached=True)", "None"), "    return None"),
    ],
)
def test_only_the_named_definition_of_python_changes(name: str, change: Change, line: str) -> None:
    changed = broken("a.py", PYTHON, name, change)
    removed = set(PYTHON.splitlines()) - set(changed.splitlines())
    assert line in changed.splitlines()
    assert len(removed) == isinstance(change, Replaced)


def test_a_block_of_javascript_changes() -> None:
    assert broken("a.js", SCRIPT, "const one", Replaced("= 1", "= 2")) == SCRIPT.replace("= 1", "= 2")
    assert broken("a.js", SCRIPT, "function two", Replaced("1", "2")) == SCRIPT.replace("return 1", "return 2")
    assert broken("a.js", SCRIPT, "const limit", Followed("call();")) == SCRIPT.replace("= 1;\n", "= 1;\n  call();\n")


@pytest.mark.parametrize(
    ("name", "change"), [("gone", Followed("")), ("other", Replaced("gone", "")), ("PYTHON.answer", Followed(""))]
)
def test_a_change_that_does_not_apply_is_an_error(name: str, change: Change) -> None:
    with pytest.raises(ChangedError, match=name):
        broken("a.py", PYTHON, name, change)
