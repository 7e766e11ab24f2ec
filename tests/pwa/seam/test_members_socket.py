"""Members' pages share one websocket, which closes 15 s after the visitor has left these pages.

`test_replacements.py` explains the scenarios of these tests.
"""

import pytest

LINGER_MS, RETRY_MS = 15_000, 3_000
PUBLIC, MEMBERS, POST = "/about", "/patreon/private", "/en/patreon/private/42"
HYDRATE, ON_LOAD = "hydrate", "on_load_internal"
UPDATE = {"delta": {}, "final": True}


def test_a_members_page_opens_the_socket_once(javascript):
    found = javascript.run(f"""
        await load("{MEMBERS}");
        press("one");
        await settle();
        await go("{POST}");
        const [{{ address, options, sent, io }}] = sockets;
        return {{ count: sockets.length, address, options, sent, undefined: io.encoder.replacer("key", undefined),
                  parsed: io.decoder.tryParse("[NaN]") }};
    """)
    assert found["count"] == 1
    assert found["sent"] == [HYDRATE, ON_LOAD, "one", ON_LOAD]
    assert (found["address"], found["options"]["path"]) == ("wss://otisk.test/_event", "/_event")
    assert found["undefined"] is None, "Reflex's own encoder is set"
    assert found["parsed"] == {"real": "[NaN]"}, "Reflex's own decoder is set, with the original json5"


JOURNEYS = {
    "state survives public pages": ([PUBLIC, MEMBERS, PUBLIC, "/en", POST], [HYDRATE, ON_LOAD, ON_LOAD]),
    "on_load once a visit": ([MEMBERS, PUBLIC, MEMBERS, PUBLIC, MEMBERS], [HYDRATE, ON_LOAD, ON_LOAD, ON_LOAD]),
}


@pytest.mark.parametrize(("path", "sent"), JOURNEYS.values(), ids=JOURNEYS)
def test_a_journey_sends_these_events(javascript, path, sent):
    first, *others = path
    script = f'await load("{first}"); ' + " ".join(f'await go("{page}");' for page in others)
    assert javascript.run(f"{script} return sockets.map(({{ sent, connects }}) => [sent, connects]);") == [[sent, 0]]


def test_events_of_an_opening_page_follow_hydration(javascript):
    assert javascript.run(f"""
        await load("{PUBLIC}");
        await go("{MEMBERS}", async () => {{ press("mounted"); await settle(); }});
        press("later");
        await settle();
        await go("{POST}");
        return sockets.map(({{ sent }}) => sent);
    """) == [[HYDRATE, ON_LOAD, "mounted", "later", ON_LOAD]]


def test_a_failed_navigation_has_no_effect(javascript):
    assert javascript.run(f"""
        await load("{PUBLIC}");
        const {{ default: Router }} = await import("next/router");
        Router.components["/"] = {{}};
        Router.events.emit("routeChangeStart");
        Router.events.emit("routeChangeError");
        location.pathname = "{MEMBERS}";
        press("first");
        await settle();
        await go("{POST}");
        return sockets.map(({{ sent }}) => sent);
    """) == [[HYDRATE, ON_LOAD, "first", ON_LOAD]]


def test_the_socket_closes_some_time_after_the_last_members_page(javascript):
    found = javascript.run(f"""
        const open = () => sockets[0].active;
        await load("{MEMBERS}");
        await go("{PUBLIC}");
        await pass({LINGER_MS - 1});
        const lingering = open();
        await go("/en");
        await go("{MEMBERS}");
        await pass({10 * LINGER_MS});
        const back = open();
        await go("{PUBLIC}");
        await pass({LINGER_MS});
        const left = open();
        call("not held up");
        await settle();
        const quiet = !open();
        await go("{POST}");
        const [{{ connects, sent, payloads }}] = sockets;
        return {{ lingering, back, left, quiet, called, count: sockets.length, connects, sent, payloads }};
    """)
    assert (found["lingering"], found["back"], found["left"], found["quiet"]) == (True, True, False, True)
    assert (found["count"], found["connects"]) == (1, 1), "the same socket reconnects"
    assert found["sent"] == [HYDRATE, ON_LOAD, ON_LOAD, HYDRATE, ON_LOAD]
    assert found["payloads"][3] == {"resuming": True}, "the server need not clear what the document shows"
    assert found["called"] == ["not held up"]


@pytest.mark.parametrize("package", ["socket.io-client", "json5"])
def test_missing_code_is_requested_again(javascript, package):
    assert javascript.run(f"""
        missing.add("{package}");
        await load("{MEMBERS}");
        const asked = [times("{package}")];
        await pass({RETRY_MS - 1});
        asked.push(times("{package}"));
        await pass(1);
        asked.push(times("{package}"));
        const opened = sockets.length, failures = errors.length;
        missing.clear();
        await pass({RETRY_MS});
        return [asked, opened, failures, sockets.map(({{ sent }}) => sent)];
    """) == [[1, 1, 2], 0, 2, [[HYDRATE, ON_LOAD]]]


def test_public_pages_do_not_request_missing_code(javascript):
    assert javascript.run(f"""
        missing.add("socket.io-client");
        await load("{MEMBERS}");
        await go("{PUBLIC}");
        await pass({LINGER_MS + RETRY_MS});
        const asked = times("socket.io-client");
        await pass({10 * LINGER_MS});
        missing.clear();
        await pass({10 * LINGER_MS});
        const quiet = [times("socket.io-client") === asked, sockets.length];
        await go("{MEMBERS}");
        await settle();
        return [...quiet, sockets.map(({{ sent }}) => sent)];
    """) == [True, 0, [[HYDRATE, ON_LOAD]]]


def test_waiting_for_code_opens_only_one_socket(javascript):
    assert javascript.run(f"""
        missing.add("socket.io-client");
        await load("{MEMBERS}");
        document.listeners.visibilitychange();
        await settle();
        missing.clear();
        document.listeners.visibilitychange();
        await pass({3 * RETRY_MS});
        return sockets.map(({{ sent }}) => sent);
    """) == [[HYDRATE, ON_LOAD]]


def test_a_lost_connection_reconnects_when_the_tab_becomes_visible(javascript):
    assert javascript.run(f"""
        await load("{MEMBERS}");
        const [socket] = sockets;
        document.listeners.visibilitychange();
        await settle();
        const connected = socket.connects;
        press("one");
        await settle();
        socket.disconnect();
        document.listeners.visibilitychange();
        await settle();
        press("two");
        await settle();
        return [connected, socket.connects, socket.sent.slice(2)];
    """) == [0, 1, ["one", HYDRATE, ON_LOAD, "two"]], "the page loads its data again"


def test_a_connecting_tab_that_becomes_visible_does_not_connect_twice(javascript):
    assert javascript.run(f"""
        globalThis.serverIsDown = true;
        await load("{MEMBERS}");
        const [socket] = sockets;
        document.listeners.visibilitychange();
        await settle();
        return [socket.connected, socket.active, socket.connects];
    """) == [False, True, 0]


def test_connected_and_active_mirror_the_original_socket(javascript):
    assert javascript.run(f"""
        const io = (await replacement("socket.io-client")).default;
        location.pathname = "{PUBLIC}";
        const socket = io("ws://x/_event", {{}}).connect();
        await settle();
        const states = [[socket.connected, socket.active]];
        location.pathname = "{MEMBERS}";
        states.push([socket.connected, socket.active]);
        socket.emit("event", {{ name: "state.hydrate" }});
        await settle();
        states.push([socket.connected, socket.active]);
        socket.disconnect();
        states.push([socket.connected, socket.active]);
        return states;
    """) == [[True, False], [False, False], [True, True], [False, False]]
