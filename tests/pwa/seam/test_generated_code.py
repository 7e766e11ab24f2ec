"""The project patches Reflex's generated code. If Reflex generates different code, an error explains the problem."""

import re
from datetime import date
from functools import partial

import pytest

from pwa.seam.generated_code import (
    EXPECTATIONS,
    RADIX_STYLES,
    GeneratorChangedError,
    checked,
    checked_document,
    extend_next_config,
    with_scripts,
    without_direct_eval,
    without_error_handlers,
    without_radix_styles,
    without_time_stamp,
    without_unknown_states,
)
from tests.support import reflex_output
from tests.support.node import run_in_node


@pytest.mark.parametrize("export", [True, False])
def test_our_function_wraps_the_next_config(export):
    extended = extend_next_config(reflex_output.next_config(export))
    script = extended.replace(
        "require('./pwa/seam/next.config.js')", "((generated, phase) => ({ ...generated, phase }))"
    )
    assert script != extended
    made = run_in_node(f"{script}\nprocess.stdout.write(JSON.stringify(module.exports('a phase')));")
    assert (made["phase"], made["transpilePackages"], made.get("output")) == (
        *("a phase", ["axios"], "export" if export else None),
    )


def test_radix_is_dropped_from_the_style_sheet():
    before = reflex_output.style_sheet()
    assert without_radix_styles(before) == before.replace(RADIX_STYLES, "")
    assert "radix" in before and "radix" not in without_radix_styles(before)


def test_the_time_is_dropped_from_the_context():
    before = reflex_output.context()
    after = without_time_stamp(before)
    assert f'lastCompiledTimeStamp = "{date.today().year}' in before
    assert 'export const lastCompiledTimeStamp = ""\n' in after
    assert re.sub('Stamp = ".*"', 'Stamp = ""', before) == after


def test_eval_becomes_indirect():
    before = reflex_output.state()
    after = without_direct_eval(before)
    assert re.search(r"(?<![\w.])eval\(", before) and not re.search(r"(?<![\w.])eval\(", after)
    assert after.replace("globalThis.eval(", "eval(") == before
    assert without_direct_eval(after) == after
    with pytest.raises(GeneratorChangedError):
        without_direct_eval(before.replace("eval(", "evaluate("))


def test_scripts_run_without_eval():
    before = reflex_output.state()
    after = with_scripts(before)
    assert after.startswith("// State") and after.count("runScript(event.payload,") == 1
    assert after.count(": elementOf(event.payload.ref);") == 2
    assert before.count("eval(") == 5 and after.count("eval(") == 1
    assert "const applyRestEvent" in after and 'event.name == "_set_value"' in after
    assert with_scripts(after) == after


@pytest.mark.parametrize(
    "part",
    ['event.name == "_call_script" ||', "refs[event.payload.ref] : event.payload.ref", 'import axios from "axios"'],
)
def test_other_code_for_scripts_is_an_error(part: str):
    with pytest.raises(GeneratorChangedError):
        with_scripts(reflex_output.state().replace(part, "changed", 1))


def test_error_handlers_become_unused():
    before = with_scripts(reflex_output.state())
    after = without_error_handlers(before)
    assert "window.onerror" in before and "window.on" not in after
    assert "// Handle socket connect/disconnect." in after and "sentHydrate.current = true;" in after
    assert without_error_handlers(after) == after
    for part in ("window.onerror = function", "window.onunhandledrejection = function"):
        with pytest.raises(GeneratorChangedError):
            without_error_handlers(before.replace(part, "changed", 1))


def test_unknown_states_are_ignored():
    after = without_unknown_states(reflex_output.state())
    assert after.count("dispatch[substate]?.(update.delta[substate]);") == 1
    assert without_unknown_states(after) == after


OUTPUTS = {
    "utils/state.js": reflex_output.state,
    "utils/context.js": reflex_output.context,
    "pages/_app.js": reflex_output.app,
}
BROKEN = [
    *(
        (partial(checked, file), file, OUTPUTS[file], expected)
        for file, expectations in EXPECTATIONS.items()
        for expected in expectations
    ),
    (checked_document, "pages/_document.js", reflex_output.document, '"next/document"'),
    (checked_document, "pages/_document.js", reflex_output.document, "Main, NextScript"),
    (extend_next_config, "next.config.js", reflex_output.next_config, "module.exports = {"),
    (without_radix_styles, "style sheet", reflex_output.style_sheet, RADIX_STYLES),
    (without_time_stamp, "utils/context.js", reflex_output.context, "export const lastCompiledTimeStamp"),
    (without_unknown_states, "utils/state.js", reflex_output.state, "dispatch[substate]("),
]


@pytest.mark.parametrize(
    ("reach", "file", "output", "expected"), BROKEN, ids=[f"{each[1]}: {each[3]}" for each in BROKEN]
)
def test_a_missing_expectation_is_named(reach, file, output, expected):
    text = output()
    assert expected in text
    with pytest.raises(GeneratorChangedError) as change:
        reach(text.replace(expected, "something else"))
    assert str(change.value).startswith(f"Reflex's {file} has changed: expected ")
    assert "reflex 0.7.14" in str(change.value) and "pwa/seam/generated_code.py" in str(change.value)


@pytest.mark.parametrize(
    ("reach", "output"),
    [(extend_next_config, reflex_output.next_config), (partial(checked, "utils/state.js"), reflex_output.state)],
)
def test_an_expectation_that_occurs_twice_fails(reach, output):
    with pytest.raises(GeneratorChangedError):
        reach(output() * 2)
