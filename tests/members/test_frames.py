import json

import pytest

from app.desk.state import DeskState
from app.members.frames import EVENT, MAX_PARAMETER_CHARS, MAX_PATH_CHARS, FrameRefusedError, event
from app.members.state import MembersState
from app.seam.handlers import allowed_events
from tests.support.guarded_reflex import ASK, HYDRATE, HYDRATED, LIST, OLDER, ON_LOAD, event_message

TOKEN = "f2f7b53a-78e6-4c7a-d5f3-82df035fbe47"
UPDATE_VARS = "reflex___state____state.reflex___state____update_vars_internal_state.update_vars_internal"
POST = {"pathname": "/en/patreon/private/[postId]", "query": {"postId": "8006"}, "asPath": "/en/patreon/private/8006"}
ALLOWED = allowed_events()
DESK = f"{DeskState.get_full_name()}."
PAGES = ".app___pages___"
"""Only the full names of states that page modules define contain this text."""
DESK_EVENTS = {
    *("show", "choose_state", "choose_what", "search", "turn_to"),
    *("ask", "keep", "mark", "confirm", "cancel", "move", "delete", "send_again", "pay", "use"),
}


def passed(message: str) -> dict:
    message = event(message, ALLOWED).message
    kind, fields = json.loads(message.removeprefix(EVENT))
    assert message.startswith(EVENT) and kind == "event"
    return fields


def test_only_events_of_our_pages_are_allowed():
    names = set(ALLOWED.payloads)
    others = {name for name in names if DESK not in name and PAGES not in name}
    assert others == {HYDRATE, ON_LOAD, UPDATE_VARS, HYDRATED, ASK, OLDER}
    assert {name.rpartition(".")[2] for name in names if DESK in name} == DESK_EVENTS
    assert ALLOWED.refused == {}


@pytest.mark.parametrize("name", [HYDRATE, ON_LOAD, ASK, OLDER])
@pytest.mark.parametrize("router", [LIST, POST, {"pathname": "/", "query": {}, "asPath": "/"}])
def test_an_event_is_reduced_to_what_reflex_needs(name, router):
    fields = {"token": TOKEN, "name": name, "router_data": router, "payload": {}, "id": None}
    assert passed(event_message(name, TOKEN, {}, router, handler=None, event_actions={})) == fields
    router = {**router, "headers": {"cookie": "a=b"}, "ip": "203.0.113.9"}
    assert passed(event_message(name, TOKEN, {}, router)) == fields


def test_a_valid_payload_passes():
    assert passed(event_message(HYDRATED, TOKEN, {"value": True}))["payload"] == {"value": True}


@pytest.mark.parametrize(
    "variable", ["reflex___state____state.is_hydrated", f"{MembersState.get_full_name()}.view", "x.y"]
)
def test_values_of_other_variables_are_removed(variable):
    assert passed(event_message(UPDATE_VARS, TOKEN, {"vars": {variable: "1"}}))["payload"] == {"vars": {}}


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        (HYDRATED, {}),
        (HYDRATED, {"value": 1}),
        (HYDRATED, {"value": "true"}),
        (HYDRATED, {"value": None}),
        (HYDRATED, {"value": True, "more": 1}),
        (ASK, {"self": 1}),
        (HYDRATE, {"a": {}}),
        (UPDATE_VARS, {}),
        (OLDER, []),
        (OLDER, "x"),
    ],
)
def test_another_payload_is_refused(name, payload):
    with pytest.raises(FrameRefusedError):
        event(event_message(name, TOKEN).replace('"payload": {}', f'"payload": {json.dumps(payload)}'), ALLOWED)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ask",
        "reflex___state____state.setvar",
        f"{MembersState.get_full_name()}.setvar",
        f"{MembersState.get_full_name()}._admit",
        f"{MembersState.get_full_name()}.view",
        "reflex___state____state.reflex___state____frontend_event_exception_state.handle_frontend_exception",
        f"{ASK}\n",
        f" {ASK}",
    ],
)
def test_another_handler_is_refused(name):
    with pytest.raises(FrameRefusedError, match="unknown event"):
        event(event_message(name, TOKEN), ALLOWED)


@pytest.mark.parametrize(
    "token", ["", TOKEN.upper(), f"{TOKEN}\n", f"{TOKEN}_x", TOKEN[:-1], f"{{{TOKEN}}}", TOKEN.replace("-", "")]
)
def test_another_token_is_refused(token):
    with pytest.raises(FrameRefusedError):
        event(event_message(ASK, token), ALLOWED)


@pytest.mark.parametrize(
    "router",
    [
        {},
        [],
        "x",
        {**LIST, "pathname": ""},
        {**LIST, "pathname": "patreon"},
        {**LIST, "pathname": "/<b>"},
        {**LIST, "pathname": "/" + "a" * 300},
        {**LIST, "pathname": 1},
        {**LIST, "query": None},
        {**LIST, "query": [1]},
        {**LIST, "asPath": "patreon"},
        {**LIST, "asPath": "/\x1b[31m"},
        {**LIST, "asPath": "/\u202eevil"},
        {**LIST, "asPath": "/a\nb"},
        {**LIST, "asPath": "/" + "a" * MAX_PATH_CHARS},
        {**LIST, "asPath": None},
        {**POST, "query": {"postId": ["1"]}},
        {**POST, "query": {"postId": {"a": 1}}},
        {**POST, "query": {"postId": 1}},
        {**POST, "query": {"postId": "1" * (MAX_PARAMETER_CHARS + 1)}},
        {**POST, "query": {"postId": "1\u2028"}},
    ],
)
def test_odd_router_data_is_refused(router):
    odd = event_message(HYDRATE, TOKEN).replace(json.dumps(LIST), json.dumps(router))
    assert odd != event_message(HYDRATE, TOKEN)
    with pytest.raises(FrameRefusedError):
        event(odd, ALLOWED)


def test_only_path_and_parameters_of_a_url_pass():
    query = {**POST["query"], "utm": "1", "x": ["1", "2"]}
    post = {**POST, "query": query, "asPath": POST["asPath"] + "?utm=1#access_token=x"}
    for router, known in ((post, POST), ({**LIST, "query": query}, LIST)):
        assert passed(event_message(HYDRATE, TOKEN, {}, router))["router_data"] == known


@pytest.mark.parametrize(
    "packet",
    [
        "",
        "1",
        '["event", {}]',
        "[" * 4000,
        '{"a":' * 600,
        '["event", {"_placeholder": true, "num": 0}]',
        '["event", ' + "9" * 4000 + "]",
        "\ud800",
        "NaN",
    ],
)
def test_other_packets_are_refused(packet):
    with pytest.raises(FrameRefusedError):
        event(EVENT + packet, ALLOWED)


def test_an_error_repeats_no_input():
    for text in ("<script>", "jan@example.com", "\x1b"):
        for fields in (
            {"name": text},
            {"token": text},
            {"router": {**LIST, "asPath": text}},
            {"payload": {text: text}},
        ):
            with pytest.raises(FrameRefusedError) as refusal:
                event(event_message(**{"name": ASK, "token": TOKEN, **fields}), ALLOWED)
            assert text not in str(refusal.value)
