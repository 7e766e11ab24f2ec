"""A page with state opens its websocket at the first event and loses no event.

`test_replacements.py` explains the scenarios of these tests.
"""

import json

import pytest

COUNTER, PUBLIC, MEMBERS = "/counter", "/about", "/patreon/private"
HYDRATE, ON_LOAD = "hydrate", "on_load_internal"
LINGER_MS, RETRY_MS, RETURN_MS = 15_000, 3_000, 3_000
POLICY_VIOLATION, TOO_BIG = 1008, 1009
ROOT = "reflex___state____state"


def test_a_page_connects_with_its_first_event(javascript):
    assert javascript.run(f"""
        await load("{COUNTER}");
        await pass({10 * LINGER_MS});
        const before = sockets.length;
        press("add");
        await settle();
        await pass({10 * LINGER_MS});
        press("add again");
        await settle();
        return [before, sockets.map(({{ sent, active }}) => [sent, active])];
    """) == [0, [[[HYDRATE, ON_LOAD, "add", "add again"], True]]]


def answers(javascript, page, script):
    return javascript.run(f"""
        location.pathname = "{page}";
        const io = (await replacement("socket.io-client")).default;
        const deltas = [];
        const socket = io("ws://x/_event", {{}}).on("event", ({{ delta }}) => deltas.push(delta));
        {script}
        return deltas;
    """)


def hydrated(value):
    return {ROOT: {"is_hydrated": value}}


def test_a_page_counts_as_hydrated_without_the_server(javascript):
    script = f'socket.emit("event", {{ name: "{ROOT}.load.on_load_internal" }}); await settle();'
    assert answers(javascript, COUNTER, script) == [hydrated(True)]


def test_stored_values_are_shown_without_the_server(javascript):
    assert answers(
        javascript,
        COUNTER,
        f"""
        socket.emit("event", {{ name: "{ROOT}.u.update_vars_internal", payload: {{ vars: {{
          "{ROOT}.theme.paper": "grey", "{ROOT}.theme.ink": "red", "{ROOT}.form.name": "Eva" }} }} }});
        await settle();
        """,
    ) == [{f"{ROOT}.theme": {"paper": "grey", "ink": "red"}, f"{ROOT}.form": {"name": "Eva"}}]


def test_a_stored_value_that_is_too_long_is_not_sent(javascript):
    """After a message that is too long, the server closes the connection. If the page sent such a message, it would
    reconnect and send the message again.
    """
    sent, warnings = javascript.run(f"""
        const warnings = [];
        console.error = (text) => warnings.push(text);
        location.pathname = "{COUNTER}";
        const socket = (await replacement("socket.io-client")).default("ws://x/_event", {{}});
        socket.emit("event", {{ name: "{ROOT}.add" }});
        socket.emit("event", {{ name: "{ROOT}.hydrate" }});
        await settle();
        const vars = {{ long: "x".repeat(70_000), paper: "grey", half: "x".repeat(35_000), other: "x".repeat(35_000) }};
        socket.emit("event", {{ name: "{ROOT}.u.update_vars_internal", payload: {{ vars }} }});
        await settle();
        return [Object.keys(sockets[0].payloads.at(-1).vars), warnings];
    """)
    assert sent == ["paper", "half"]
    assert warnings == [f"The stored value {name} is too long for the server." for name in ("long", "other")]


def test_contents_stay_while_the_server_sends_the_state(javascript):
    assert answers(
        javascript,
        COUNTER,
        f"""
        socket.emit("event", {{ name: "{ROOT}.add" }});
        socket.emit("event", {{ name: "{ROOT}.hydrate" }});
        await settle();
        deltas.length = 0;
        sockets[0].receive("event", {{ delta: {json.dumps(hydrated(False))}, final: true }});
        """,
    ) == [hydrated(False), hydrated(True)]


@pytest.mark.parametrize("also", ["", 'press("add");'])
def test_a_first_upload_waits_for_the_state(javascript, also):
    sent, before, after = javascript.run(f"""
        globalThis.dispatchEvent = () => {{}};
        await load("{COUNTER}");
        await upload();
        {also}
        await settle();
        const before = times("axios");
        sockets[0].receive("event", {{ delta: {json.dumps(hydrated(True))}, events: [], final: true }});
        await settle();
        return [sockets[0].sent, before, times("axios")];
    """)
    assert sent == [HYDRATE, ON_LOAD] + ["add"] * bool(also)
    assert (before, after) == (0, 1)


def test_an_event_before_the_connection_is_sent_later(javascript):
    assert javascript.run(f"""
        globalThis.serverIsDown = true;
        await load("{COUNTER}");
        press("one");
        press("two");
        await settle();
        const [socket] = sockets;
        const before = [...socket.sent];
        socket.isDown = false;
        socket.reach();
        await settle();
        return [before, socket.sent];
    """) == [[], [HYDRATE, ON_LOAD, "one", "two"]]


def test_an_unanswered_event_is_repeated_with_the_same_id(javascript):
    sent, ids = javascript.run(f"""
        await load("{COUNTER}");
        press("one");
        await settle();
        const [socket] = sockets;
        socket.silent = true;
        press("two");
        press("three");
        await settle();
        socket.cut();
        await settle();
        socket.silent = false;
        socket.reach();
        await settle();
        return [socket.sent, socket.ids];
    """)
    assert sent == [HYDRATE, ON_LOAD, "one", "two", HYDRATE, ON_LOAD, "two", "three"]
    assert ids[3] == ids[6] and len({ids[2], ids[3], ids[7]}) == 3


@pytest.mark.parametrize("silent", ["true", "false"])
def test_a_page_that_the_visitor_does_not_leave_connects_again(javascript, silent):
    """Browsers also fire `beforeunload` when the visitor opens a download or a `mailto:` link."""
    sent, active = javascript.run(f"""
        const listeners = {{}};
        globalThis.addEventListener = (type, listener) => {{ listeners[type] = listener; }};
        await load("{COUNTER}");
        press("one");
        await settle();
        const [socket] = sockets;
        socket.silent = {silent};
        press("two");
        await settle();
        listeners.beforeunload();
        socket.silent = false;
        await pass({RETURN_MS});
        const {{ active }} = socket;
        press("three");
        await settle();
        return [socket.sent, active];
    """)
    repeated = ["two"] if silent == "true" else []
    assert sent == [HYDRATE, ON_LOAD, "one", "two", HYDRATE, ON_LOAD, *repeated, "three"]
    assert active


@pytest.mark.parametrize("page", [COUNTER, MEMBERS])
def test_a_page_gets_the_state_after_a_lost_connection(javascript, page):
    sent, payloads = javascript.run(f"""
        await load("{page}");
        press("one");
        await settle();
        const [socket] = sockets;
        socket.cut();
        socket.reach();
        await settle();
        return [socket.sent, socket.payloads];
    """)
    assert sent == [HYDRATE, ON_LOAD, "one", HYDRATE, ON_LOAD]
    assert (payloads[0], payloads[3]) == ({}, {"resuming": True}), "the server need not clear what the page shows"


@pytest.mark.parametrize(
    ("change", "contents"), [("", {"person": "key", "shown": 14}), ("location.pathname = '/patreon/private/1';", {})]
)
def test_a_lost_connection_reports_whose_contents_the_page_shows(javascript, change, contents):
    """If the visitor opens another page while offline, the document still contains the previous page's contents. The
    connection must not report them as the new page's contents.
    """
    assert javascript.run(f"""
        await load("{MEMBERS}");
        const find = document.querySelector;
        const shown = {{ dataset: {{ person: "key", shown: "14" }} }};
        document.querySelector = (selector) => (selector === "[data-person]" ? shown : find(selector));
        const [socket] = sockets;
        await settle();
        socket.cut();
        {change}
        socket.reach();
        await settle();
        return socket.payloads[2];
    """) == {"resuming": True, **contents}


def test_contents_stay_after_a_lost_connection(javascript):
    assert answers(
        javascript,
        MEMBERS,
        f"""
        socket.emit("event", {{ name: "{ROOT}.hydrate" }});
        await settle();
        for (const delta of {json.dumps([hydrated(True), hydrated(False)])})
          sockets[0].receive("event", {{ delta, final: true }});
        """,
    ) == [hydrated(False), hydrated(True), hydrated(False), hydrated(True)]


@pytest.mark.parametrize("code", [POLICY_VIOLATION, TOO_BIG])
def test_an_event_that_the_server_does_not_accept_is_not_repeated(javascript, code):
    assert javascript.run(f"""
        const said = [];
        console.error = (text) => said.push(text);
        await load("{COUNTER}");
        press("one");
        await settle();
        const [socket] = sockets;
        socket.silent = true;
        press("bad");
        await settle();
        globalThis.dispatchEvent = ({{ type, detail }}) => detail && said.push(type);
        socket.cut({{ code: {code} }});
        socket.silent = false;
        socket.reach();
        await settle();
        press("two");
        await settle();
        return [socket.sent.slice(2), said];
    """) == [
        ["one", "bad", HYDRATE, ON_LOAD, "two"],
        [f"The server does not accept the event {ROOT}.members_state.bad.", "event:failed"],
    ]


def test_an_unsent_event_survives_leaving_the_page(javascript):
    assert javascript.run(f"""
        await load("{COUNTER}");
        press("one");
        await settle();
        const [socket] = sockets;
        socket.cut();
        press("two");
        await settle();
        await go("{PUBLIC}");
        await pass({2 * LINGER_MS});
        socket.reach();
        await settle();
        const sent = [...socket.sent];
        await pass({2 * LINGER_MS});
        return [sent, socket.active];
    """) == [[HYDRATE, ON_LOAD, "one", HYDRATE, ON_LOAD, "two", ON_LOAD], False]
