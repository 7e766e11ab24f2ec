"""Pages get the JavaScript of `rx.call_script` as a function. Events from the server contain a script's URL instead."""

from typing import Any

import pytest
import reflex as rx
from reflex import state as reflex_state
from reflex.event import EventSpec
from reflex.vars import LiteralVar

from app.members.scripts import PATH, Scripts
from app.members.session import Sealer
from app.seam import scripts
from app.seam.scripts import PARAMETER, UnsupportedError, support


def fix(event: Any) -> Any:
    [fixed] = vars(reflex_state)["fix_events"](event, "token")
    return fixed


class Papers(rx.State):
    name: str = ""

    @rx.event
    def receive(self, value: str) -> None: ...


@pytest.fixture(autouse=True)
def supported(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "x" * 43 + "="
    monkeypatch.setattr(scripts, "scripts", lambda: Scripts(Sealer([key])))
    support()


def in_page(event: EventSpec) -> str:
    return str(LiteralVar.create(event))


def returned(event: Any) -> dict[str, Any]:
    return fix(event).payload


def test_a_page_contains_the_script() -> None:
    assert f'["javascript_code"] : {PARAMETER} => {{return (a())\n}}' in in_page(rx.call_script("a()"))


def test_a_page_contains_the_function_and_the_callback() -> None:
    code = in_page(rx.call_function("() => 1", callback=Papers.receive))
    assert f'["function"] : {PARAMETER} => (() => 1)()' in code
    assert f'["callback"] : {PARAMETER} => (_result) => {{queueEvents([' in code


def test_a_function_keeps_its_variables() -> None:
    code = rx.vars.FunctionStringVar.create("show").call(Papers.name)
    [(_name, function), *_] = rx.run_script(code).args
    data = function._get_all_var_data()
    assert data and data.state == Papers.get_full_name()


@pytest.mark.parametrize(
    ("event", "keys"),
    [
        (lambda: rx.call_script("1"), {"javascript_code"}),
        (lambda: rx.call_script("1", callback=Papers.receive), {"javascript_code", "callback"}),
        (lambda: rx.run_script("f()"), {"function"}),
        (lambda: rx.console_log("a"), {"function"}),
        (lambda: rx.window_alert("a"), {"function"}),
    ],
)
def test_an_update_has_addresses(event: Any, keys: set[str]) -> None:
    payload = returned(event())
    assert {name for name, value in payload.items() if str(value).startswith(f"{PATH}?")} == keys
    assert "alert" not in str(payload)


def test_an_update_that_is_fixed_twice_stays() -> None:
    once = fix(rx.call_script("1"))
    before = dict(once.payload)
    assert fix([once]).payload == before


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (lambda: rx.call_script(f"alert({Papers.name})"), "`rx.call_script` cannot contain variables"),
        (lambda: rx.get_upload_url("a.png"), "`rx.get_upload_url` needs"),
    ],
)
def test_what_is_not_supported_says_what_to_write(event: Any, says: str) -> None:
    with pytest.raises(UnsupportedError, match=says):
        event()
