"""What stands in for socket.io-client opens one socket for all members' pages, and closes it after the last one.

The scenarios are written as in `test_replacements.py`.
"""

import pytest

LINGER_MS, RETRY_MS = 15_000, 3_000
PUBLIC, MEMBERS, POST = "/about", "/patreon/private", "/en/patreon/private/42"
HYDRATE, ON_LOAD = "hydrate", "on_load_internal"


def test_a_members_page_opens_the_socket_once(browser):
    found = browser.run(
        f"""
        await load("{MEMBERS}");
        press("one");
        await settle();
        await go("{POST}");
        const [{{ address, options, sent, io }}] = sockets;
        return {{ count: sockets.length, address, options, sent, undefined: io.encoder.replacer("key", undefined),
                  parsed: io.decoder.tryParse("[NaN]") }};
        """
    )
    assert found["count"] == 1
    assert found["sent"] == [HYDRATE, ON_LOAD, "one", ON_LOAD]
    assert (found["address"], found["options"]["path"]) == ("wss://otisk.test/_event", "/_event")
    assert found["undefined"] is None, "Reflex's own encoder is in place"
    assert found["parsed"] == {"real": "[NaN]"}, "Reflex's own decoder is in place, with the real json5"


JOURNEYS = {
    "arriving from a public page hydrates first": ([PUBLIC, MEMBERS], [HYDRATE, ON_LOAD]),
    "from one members' page to the next": ([MEMBERS, POST], [HYDRATE, ON_LOAD, ON_LOAD]),
    "state survives public pages": ([PUBLIC, MEMBERS, PUBLIC, "/en", POST], [HYDRATE, ON_LOAD, ON_LOAD]),
    "on_load once a visit": ([MEMBERS, PUBLIC, MEMBERS, PUBLIC, MEMBERS], [HYDRATE, ON_LOAD, ON_LOAD, ON_LOAD]),
}


@pytest.mark.parametrize(("path", "sent"), JOURNEYS.values(), ids=JOURNEYS)
def test_a_journey(browser, path, sent):
    first, *others = path
    script = f'await load("{first}"); ' + " ".join(f'await go("{page}");' for page in others)
    assert browser.run(f"{script} return sockets.map(({{ sent, connects }}) => [sent, connects]);") == [[sent, 0]]


def test_what_a_page_sends_while_it_is_being_opened_comes_after_hydration(browser):
    """A new page's mounting sends an event before the navigation ends; only then does Reflex add on_load again."""
    assert browser.run(
        f"""
        await load("{PUBLIC}");
        await go("{MEMBERS}", async () => {{ press("mounted"); await settle(); }});
        press("later");
        await settle();
        await go("{POST}");
        return sockets.map(({{ sent }}) => sent);
        """
    ) == [[HYDRATE, ON_LOAD, "mounted", "later", ON_LOAD]]


def test_a_navigation_that_fails_leaves_no_trace(browser):
    assert browser.run(
        f"""
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
        """
    ) == [[HYDRATE, ON_LOAD, "first", ON_LOAD]]


def test_events_queued_on_a_members_page_still_go_out_after_it_was_left(browser):
    assert browser.run(
        f"""
        await load("{MEMBERS}");
        sockets[0].silent = true;
        press("one");
        press("two");
        await settle();
        const before = [...sockets[0].sent];
        await go("{PUBLIC}");
        call("not held up");
        await settle();
        return [before, sockets[0].sent, called];
        """
    ) == [[HYDRATE, ON_LOAD, "one"], [HYDRATE, ON_LOAD, "one", "two"], ["not held up"]]


def test_the_socket_closes_a_while_after_the_last_members_page(browser):
    found = browser.run(
        f"""
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
        press("lost");
        call("not held up");
        await settle();
        const quiet = !open();
        await go("{POST}");
        const [{{ connects, sent }}] = sockets;
        return {{ lingering, back, left, quiet, called, count: sockets.length, connects, sent }};
        """
    )
    assert (found["lingering"], found["back"], found["left"], found["quiet"]) == (True, True, False, True)
    assert (found["count"], found["connects"]) == (1, 1), "the same socket is connected again"
    assert found["sent"] == [HYDRATE, ON_LOAD, ON_LOAD, HYDRATE, ON_LOAD]
    assert found["called"] == ["not held up"]


@pytest.mark.parametrize("package", ["socket.io-client", "json5"])
def test_code_that_did_not_arrive_is_asked_for_again(browser, package):
    assert browser.run(
        f"""
        missing.add("{package}");
        await load("{MEMBERS}");
        const asked = [times("{package}")];
        await pass({RETRY_MS - 1});
        asked.push(times("{package}"));
        await pass(1);
        asked.push(times("{package}"));
        const opened = sockets.length, told = errors.length;
        missing.clear();
        await pass({RETRY_MS});
        return [asked, opened, told, sockets.map(({{ sent }}) => sent)];
        """
    ) == [[1, 1, 2], 0, 2, [[HYDRATE, ON_LOAD]]]


def test_nobody_waits_for_the_code_on_public_pages(browser):
    assert browser.run(
        f"""
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
        """
    ) == [True, 0, [[HYDRATE, ON_LOAD]]]


def test_waiting_for_the_code_opens_one_socket_only(browser):
    assert browser.run(
        f"""
        missing.add("socket.io-client");
        await load("{MEMBERS}");
        document.listeners.visibilitychange();
        await settle();
        missing.clear();
        document.listeners.visibilitychange();
        await pass({3 * RETRY_MS});
        return sockets.map(({{ sent }}) => sent);
        """
    ) == [[HYDRATE, ON_LOAD]]


def test_a_lost_connection_is_taken_up_again_when_the_tab_is_seen(browser):
    assert browser.run(
        f"""
        await load("{MEMBERS}");
        const [socket] = sockets;
        socket.connected = true;
        document.listeners.visibilitychange();
        await settle();
        const connected = socket.connects;
        socket.silent = true;
        press("one");
        await settle();
        socket.disconnect();
        document.listeners.visibilitychange();
        await settle();
        press("two");
        await settle();
        return [connected, socket.connects, socket.sent.slice(2)];
        """
    ) == [0, 1, ["one", "two"]]


def test_a_tab_that_is_seen_while_it_connects_does_not_connect_twice(browser):
    assert browser.run(
        f"""
        await load("{MEMBERS}");
        const [socket] = sockets;
        document.listeners.visibilitychange();
        await settle();
        return [socket.connected, socket.active, socket.connects];
        """
    ) == [False, True, 0]


def test_connected_and_active_are_the_real_socket_s_on_members_pages(browser):
    assert browser.run(
        f"""
        const io = (await replacement("socket.io-client")).default;
        location.pathname = "{PUBLIC}";
        const socket = io("ws://x/_event", {{}}).connect();
        await settle();
        const states = [[socket.connected, socket.active]];
        location.pathname = "{MEMBERS}";
        states.push([socket.connected, socket.active]);
        socket.emit("event", {{ name: "state.hydrate" }});
        await settle();
        sockets[0].connected = true;
        states.push([socket.connected, socket.active]);
        socket.disconnect();
        states.push([socket.connected, socket.active]);
        return states;
        """
    ) == [[True, False], [False, False], [True, True], [False, False]]


def test_handlers_hear_the_real_socket_until_they_are_taken_off(browser):
    assert browser.run(
        f"""
        const io = (await replacement("socket.io-client")).default;
        location.pathname = "{MEMBERS}";
        const heard = [];
        const note = (name) => (value) => heard.push([name, value]);
        const socket = io("ws://x/_event", {{}});
        const names = ["connect", "connect_error", "disconnect", "event", "reload"];
        for (const name of names) if (socket.on(name, note(name)) !== socket) throw name;
        const twice = note("twice");
        socket.on("event", twice).on("event", twice);
        socket.emit("event", {{ name: "state.hydrate" }});
        await settle();
        heard.length = 0;
        socket.off("event", twice);
        for (const name of names) sockets[0].receive(name, 1);
        return [heard, Object.keys(socket._callbacks)];
        """
    ) == [
        [["connect", 1], ["connect_error", 1], ["disconnect", 1], ["event", 1], ["reload", 1]],
        ["$connect", "$connect_error", "$disconnect", "$event", "$reload"],
    ]
