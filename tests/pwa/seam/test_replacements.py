"""What stands in for the packages that Reflex imports: public pages stay quiet, members' pages work as Reflex means it.

The scenarios run Reflex's own event loop (see `javascript.py`): `load` and `go` visit a page, `press` is an event for
the backend, `call` one for the browser, `pass` lets milliseconds pass.
"""

import json

import pytest

from tests.support.javascript import ENDPOINTS, Browser

LINGER_MS, RETRY_MS = 15_000, 3_000
PUBLIC, MEMBERS, POST = "/about", "/patreon/private", "/en/patreon/private/42"
HYDRATE, ON_LOAD = "hydrate", "on_load_internal"


@pytest.fixture(scope="module")
def browser(tmp_path_factory) -> Browser:
    return Browser(tmp_path_factory.mktemp("web"))


# socket.io-client: public pages


def test_a_public_page_never_loads_the_client(browser):
    assert browser.run(
        f"""
        await load("{PUBLIC}");
        await go("/en");
        document.listeners.visibilitychange();
        press("lost");
        await pass({10 * LINGER_MS});
        return [sockets, errors, times("socket.io-client"), times("json5")];
        """
    ) == [[], [], 0, 0]


def test_a_public_page_s_own_events_are_not_held_up(browser):
    assert browser.run(
        f"""
        await load("{PUBLIC}");
        call("first");
        press("nobody answers");
        call("second");
        await settle();
        await go("/contact");
        call("third");
        await settle();
        return called;
        """
    ) == ["first", "second", "third"]


@pytest.mark.parametrize("event", [HYDRATE, ON_LOAD, "anything"])
def test_an_event_on_a_public_page_is_answered_on_the_spot(browser, event):
    answers = browser.run(
        f"""
        location.pathname = "{PUBLIC}";
        const io = (await replacement("socket.io-client")).default;
        const answers = [];
        const socket = io("ws://x/_event", {{}}).on("event", (update) => answers.push(update));
        socket.emit("event", {{ name: "reflex___state____state.{event}" }});
        const before = answers.length;
        await settle();
        return [before, answers];
        """
    )
    assert answers == [0, [{"delta": {}, "events": [], "final": True}]]


# socket.io-client: members' pages


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
    """An event from the new page's mounting precedes the end of the navigation, at which Reflex adds on_load again."""
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


# json5, axios, env


def test_json5_is_json_until_the_real_one_is_loaded(browser):
    assert browser.run(
        """
        const { default: JSON5 } = await replacement("json5");
        const before = [JSON5.parse('{"a": [1]}'), times("json5")];
        await JSON5.load();
        return [...before, JSON5.parse("[NaN]"), times("json5")];
        """
    ) == [{"a": [1]}, 0, {"real": "[NaN]"}, 1]


def test_axios_is_loaded_with_the_first_upload(browser):
    assert browser.run(
        """
        const { default: axios } = await replacement("axios");
        return [times("axios"), await axios.post("/upload", "form", { a: 1 }), times("axios")];
        """
    ) == [0, {"real": ["/upload", "form", {"a": 1}]}, 1]


def test_the_backend_answers_where_the_page_came_from(browser):
    script = 'return (await replacement("env")).default;'
    assert browser.run(f'location.origin = "https://studio.test:8443"; {script}') == {
        "PING": "https://studio.test:8443/ping",
        "EVENT": "wss://studio.test:8443/_event",
        "FLAG": True,
    }
    assert browser.run(script, window=False) == ENDPOINTS
    assert browser.run(f'process.env.NODE_ENV = "development"; {script}') == ENDPOINTS


# universal-cookie

JAR = """
    const { default: Cookies } = await replacement("universal-cookie");
    const jar = new Map(), written = [];
    Object.defineProperty(document, "cookie", {
      get: () => [...jar].map((pair) => pair.join("=")).join("; "),
      set: (text) => {
        written.push(text);
        const [, name, value] = /^([^=]*)=([^;]*)/.exec(text);
        text.includes("max-age=0") ? jar.delete(name) : jar.set(name, value);
      },
    });
    const cookies = new Cookies();
"""
ODD = {
    "plain": "value",
    "empty": "",
    "ž; =,": "a=b; c, \"d\" \\ %41 ",
    "name": "not the longer one",
    "name2": "čeština 🖨",
    "rest.of": "{\"json\": [1]}",
}  # fmt: skip


def test_cookies_come_back_whatever_is_in_them(browser):
    found = browser.run(
        f"""{JAR}
        const odd = {json.dumps(ODD)};
        for (const [name, value] of Object.entries(odd).reverse()) cookies.set(name, value);
        const read = Object.fromEntries(Object.keys(odd).map((name) => [name, cookies.get(name)]));
        const missing = cookies.get("nam") === undefined;
        for (const name of Object.keys(odd)) cookies.remove(name);
        const clean = written.every((text) => /^[\\x21-\\x7e]+; path=\\/(; max-age=0)?$/.test(text));
        return [read, missing, document.cookie, clean];
        """
    )
    assert found == [ODD, True, "", True]


def test_cookies_of_others_need_not_be_encoded(browser):
    assert browser.run(f'{JAR} document.cookie = "discount=100%"; return cookies.get("discount");') == "100%"


@pytest.mark.parametrize(
    ("options", "attributes"),
    [
        ("{}", "path=/"),
        ('{ path: "/en", maxAge: 60 }', "path=/en; max-age=60"),
        ("{ maxAge: 0 }", "path=/; max-age=0"),
        ("{ expires: new Date(0) }", "path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT"),
        ('{ domain: "otisk.test", secure: true, sameSite: "lax" }', "path=/; domain=otisk.test; secure; samesite=lax"),
        ("{ secure: false, sameSite: true }", "path=/; samesite=strict"),
    ],
)
def test_cookie_attributes(browser, options, attributes):
    assert browser.run(f'{JAR} cookies.set("a", "b", {options}); return written;') == [f"a=b; {attributes}"]


def test_no_cookies_on_a_server(browser):
    script = 'return new (await replacement("universal-cookie")).default().get("a") === undefined;'
    assert browser.run(script, window=False)


# emotion-react, next-themes, next-document, language


@pytest.mark.parametrize(
    ("props", "element"),
    [
        ("null", None),
        ("{ id: 1 }", {"id": 1}),
        ('{ css: { color: "red", flex: 1 }, id: 1 }', {"id": 1, "style": {"color": "red", "flex": 1}}),
        (
            '{ css: { color: "red", "&:hover": { color: "blue" }, top: [1, 2], left: null } }',
            {"style": {"color": "red"}},
        ),
        ('{ css: { color: "red", top: 1 }, style: { color: "blue" } }', {"style": {"color": "blue", "top": 1}}),
    ],
)
def test_a_flat_css_prop_becomes_an_inline_style(browser, props, element):
    assert browser.run(f'return (await replacement("emotion-react")).jsx("p", {props}, "a", "b");') == {
        "type": "p",
        "props": element,
        "children": ["a", "b"],
    }


LANGUAGES = {
    "/": "cs",
    "/about": "cs",
    "/en": "en",
    "/en/about": "en",
    "/english": "cs",
    "/errors/en": "cs",
    "/patreon/private/[postId]": "cs",
    "/en/patreon/private/[postId]": "en",
}


def test_language_of_a_path(browser):
    paths = list(LANGUAGES)
    script = f'const {{ languageOf }} = await import("$/app/i18n/language.js"); return {paths}.map(languageOf);'
    assert browser.run(script) == list(LANGUAGES.values())


def test_the_document_has_its_page_s_language(browser):
    found = browser.run(
        """
        const { Html, NextScript, Main } = await replacement("next-document");
        const [, { type: Scripts }] = NextScript({}).children;
        Scripts.contextType.value.__NEXT_DATA__.page = "/en/about";
        return [Html({ lang: "xx", className: "a" }), Main];
        """
    )
    assert found == [{"type": "html", "props": {"lang": "en", "className": "a"}, "children": []}, "main"]


def element(kind: str, *children: object, **props: object) -> dict[str, object]:
    return {"type": kind, "props": props, "children": list(children)}


def test_every_head_preloads_the_fonts_and_awaits_the_page_s_end(browser):
    script = 'return (await replacement("next-document")).Head({ id: 1, children: ["icon", "card"] });'
    awaited = element("link", key="whole", rel="expect", href="#page-end", blocking="render")
    font = "/fonts/a.woff2"
    preload = element(
        "link", key=font, rel="preload", href=font, **{"as": "font"}, type="font/woff2", crossOrigin="anonymous"
    )
    assert browser.run(script) == element("head", awaited, [preload], ["icon", "card"], id=1)


def test_a_page_ends_before_its_scripts(browser):
    found = browser.run('return (await replacement("next-document")).NextScript({ nonce: "n" });')
    end, scripts = found["children"]
    assert end == element("template", id="page-end")
    assert "contextType" in scripts["type"] and scripts["props"] == {"nonce": "n"}


def test_the_document_s_language_follows_navigation(browser):
    assert browser.run(
        """
        const { ThemeProvider, useTheme } = await replacement("next-themes");
        const { default: Router } = await import("next/router");
        const languages = ["/en/about", "/about"].map((pathname) => {
          Router.pathname = pathname;
          const { type, children } = ThemeProvider({ children: "page" });
          const [navigation, page] = children;
          return [type.name, navigation.type.name, page, document.documentElement.lang];
        });
        useTheme().setTheme("dark");
        return languages;
        """
    ) == [["Root", "Navigation", "page", "en"], ["Root", "Navigation", "page", "cs"]]
