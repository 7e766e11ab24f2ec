"""Makes Reflex's script events work without `eval`, which the site forbids.

Reflex sends the code of `rx.call_script` and similar events as text. On this site, events in a page contain a
function. Events from the server contain the URL of a script. `pwa/seam/scripts.js` runs the function or the script.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from inspect import Signature
from pathlib import Path
from typing import Any, cast

import reflex.state
from reflex.event import Event, EventSpec, call_script
from reflex.vars import Var
from reflex.vars.sequence import LiteralStringVar

from app.folders import ROOT
from app.members.scripts import scripts
from app.seam.javascript import function_body
from app.seam.reflex_internals import InternalsChangedError, expect, expect_parameters

SCOPE = ("queueEvents", "processEvent", "socket", "Event", "refs", "console")
"""Reflex's JavaScript variables that are in scope for the code of `rx.call_script`."""
PARAMETER = f"({{ {', '.join(SCOPE)} }})"
CODE = {"_call_script": ("javascript_code", "callback"), "_call_function": ("function", "callback")}
"""Names of the arguments that contain code, keyed by event."""

_event = call_script.__globals__  # the name `reflex.event` refers to a class, not to the module
if _event["call_function"].__globals__ is not _event or "server_side" not in _event:
    raise InternalsChangedError("reflex.event", "`server_side` beside `call_script` and `call_function`")
expect_parameters(_event["server_side"], "name", "sig")
expect(reflex.state, "fix_events")
_state = reflex.state.__dict__
expect_parameters(_state["fix_events"], "events", "token", "router_data")
_upload = import_module("reflex.components.core.upload")
expect(_upload, "get_upload_url")


class UnsupportedError(Exception):
    """Raised when a page uses something that this site does not support. The message says what to write instead."""

    def __init__(self, message: str) -> None:
        super().__init__(message + _place())


def support() -> None:
    """Replaces the functions of Reflex that create script events. A second call does nothing."""
    _event["server_side"] = _server_side
    _state["fix_events"] = _fix_events
    vars(_upload)["get_upload_url"] = _refuse_upload_url


def _server_side(name: str, sig: Signature, **arguments: Any) -> EventSpec:
    for key in CODE.get(name, ()):
        if arguments.get(key) is not None:
            arguments[key] = _function(key, arguments[key])
    return _original_server_side(name, sig, **arguments)


_original_server_side = cast("Callable[..., EventSpec]", _event["server_side"])


def _function(key: str, code: str | Var[Any]) -> Var[Any]:
    """Wraps JavaScript code in a function. `key` is the name of the argument that contains the code."""
    if key == "function":
        data = code._get_all_var_data() if isinstance(code, Var) else None
        return Var(f"{PARAMETER} => ({code})()", _var_data=data)
    if key == "callback":
        return Var(f"{PARAMETER} => {code}")
    if isinstance(code, LiteralStringVar) and not code._get_all_var_data():
        code = code._var_value
    if isinstance(code, Var):
        raise UnsupportedError(
            "`rx.call_script` cannot contain variables, because the site's policy forbids evaluating text as code. "
            "Pass them to a function: `rx.run_script(rx.vars.FunctionStringVar.create('alert').call(State.name))`"
        )
    return Var(f"{PARAMETER} => {{{function_body(code)}\n}}")


def _fix_events(events: Any, token: str, router_data: dict[str, Any] | None = None) -> list[Event]:
    fixed = _original_fix_events(events, token, router_data)
    for event in fixed:
        for key in CODE.get(event.name, ()):
            code = event.payload.get(key)
            if isinstance(code, str) and code.startswith(PARAMETER):
                event.payload[key] = scripts().address(code)
    return fixed


_original_fix_events = cast("Callable[..., list[Event]]", _state["fix_events"])


def _refuse_upload_url(*_: object) -> Var[str]:
    raise UnsupportedError(
        "`rx.get_upload_url` needs a public folder of uploads, which this site does not have. "
        "Return the file from a handler: `return rx.download(data=..., filename=...)`"
    )


def _place() -> str:
    frame = sys._getframe(2)
    while frame:
        file = Path(frame.f_code.co_filename)
        own = file.is_relative_to(ROOT / "app") and not file.is_relative_to(ROOT / "app/seam")
        if own:
            return f" ({file.relative_to(ROOT)}:{frame.f_lineno})"
        frame = frame.f_back
    return ""
