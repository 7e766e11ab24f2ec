"""Small modules replace packages that Reflex imports.

The tests run scenarios with Reflex's own event loop. Each step of a scenario is an action:
- `load` loads a page
- `go` navigates to a page
- `press` sends an event to the server
- `call` sends an event to the browser
- `pass` advances the simulated clock
"""

import json

import pytest

from tests.support.javascript import ENDPOINTS

LINGER_MS = 15_000
PUBLIC = "/about"
HYDRATE, ON_LOAD = "hydrate", "on_load_internal"


def test_a_public_page_never_loads_the_client(javascript):
    assert javascript.run(f"""
        await load("{PUBLIC}");
        await go("/en");
        document.listeners.visibilitychange();
        await pass({10 * LINGER_MS});
        return [sockets, errors, times("socket.io-client"), times("json5")];
    """) == [[], [], 0, 0]


def test_events_of_a_public_page_do_not_wait(javascript):
    assert javascript.run(f"""
        await load("{PUBLIC}");
        call("first");
        call("second");
        await settle();
        await go("/contact");
        call("third");
        await settle();
        return called;
    """) == ["first", "second", "third"]


@pytest.mark.parametrize("event", [HYDRATE, ON_LOAD])
def test_an_event_on_a_public_page_is_answered_at_once(javascript, event):
    assert javascript.run(f"""
        location.pathname = "{PUBLIC}";
        const io = (await replacement("socket.io-client")).default;
        const answers = [];
        const socket = io("ws://x/_event", {{}}).on("event", (update) => answers.push(update));
        socket.emit("event", {{ name: "reflex___state____state.{event}" }});
        const before = answers.length;
        await settle();
        return [before, answers];
    """) == [0, [{"delta": {}, "events": [], "final": True}]]


def test_json5_is_json_until_the_original_is_loaded(javascript):
    assert javascript.run("""
        const { default: JSON5 } = await replacement("json5");
        const before = [JSON5.parse('{"a": [1]}'), times("json5")];
        await JSON5.load();
        return [...before, JSON5.parse("[NaN]"), times("json5")];
    """) == [{"a": [1]}, 0, {"real": "[NaN]"}, 1]


def test_axios_is_loaded_with_the_first_upload(javascript):
    assert javascript.run("""
        globalThis.dispatchEvent = () => {};
        const { default: axios } = await replacement("axios");
        return [times("axios"), await axios.post("/upload", "form", { headers: { A: "1" } }), times("axios")];
    """) == [0, {"real": ["/upload", "form", {"headers": {"A": "1", "Page-Path": "/"}}]}, 1]


@pytest.mark.parametrize(("aborted", "reports"), [(False, [False, True]), (True, [False, False])])
def test_a_failed_upload_is_reported_unless_it_is_cancelled(javascript, aborted, reports):
    assert javascript.run(f"""
        const reports = [];
        globalThis.dispatchEvent = (event) => reports.push(event.detail);
        missing.add("axios");
        const {{ default: axios }} = await replacement("axios");
        const signal = {{ aborted: {str(aborted).lower()} }};
        await axios.post("/upload", "form", {{ signal }}).catch(() => reports.push("thrown"));
        return reports;
    """) == [*reports, "thrown"]


def test_an_upload_that_waits_for_the_state_can_be_cancelled(javascript):
    assert javascript.run("""
        const reports = [];
        globalThis.dispatchEvent = (event) => reports.push(event.detail);
        const { tab } = await replacement("socket.io-client");
        tab.hydrated = () => new Promise(() => {});
        const { default: axios } = await replacement("axios");
        const controller = new AbortController();
        const upload = axios.post("/upload", "form", { signal: controller.signal });
        controller.abort();
        await upload.catch(() => reports.push("thrown"));
        return reports;
    """) == [False, False, "thrown"]


def test_the_backend_is_at_the_page_s_origin(javascript):
    script = 'return (await replacement("env")).default;'
    assert javascript.run(f'location.origin = "https://studio.test:8443"; {script}') == {
        "PING": "https://studio.test:8443/ping",
        "EVENT": "wss://studio.test:8443/_event",
        "UPLOAD": "https://studio.test:8443/_upload",
        "FLAG": True,
    }
    assert javascript.run(script, window=False) == ENDPOINTS
    in_development = javascript.run(
        f'location.origin = "http://localhost:3000"; process.env.NODE_ENV = "development"; {script}'
    )
    assert in_development == {**ENDPOINTS, "UPLOAD": "http://localhost:3000/_upload"}


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


def test_cookies_are_read_as_written(javascript):
    assert javascript.run(f"""{JAR}
        const odd = {json.dumps(ODD)};
        for (const [name, value] of Object.entries(odd).reverse()) cookies.set(name, value);
        const read = Object.fromEntries(Object.keys(odd).map((name) => [name, cookies.get(name)]));
        const missing = cookies.get("nam") === undefined;
        for (const name of Object.keys(odd)) cookies.remove(name);
        const clean = written.every((text) => /^[\\x21-\\x7e]+; path=\\/(; max-age=0)?$/.test(text));
        return [read, missing, document.cookie, clean];
    """) == [ODD, True, "", True]


def test_other_programs_cookies_need_not_be_encoded(javascript):
    assert javascript.run(f'{JAR} document.cookie = "discount=100%"; return cookies.get("discount");') == "100%"


ATTRIBUTES = {
    "{}": "path=/",
    '{ path: "/en", maxAge: 60 }': "path=/en; max-age=60",
    "{ maxAge: 0 }": "path=/; max-age=0",
    "{ expires: new Date(0) }": "path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT",
    '{ domain: "otisk.test", secure: true, sameSite: "lax" }': "path=/; domain=otisk.test; secure; samesite=lax",
    "{ secure: false, sameSite: true }": "path=/; samesite=strict",
}


def test_cookies_have_these_attributes(javascript):
    script = f'{JAR} for (const options of [{", ".join(ATTRIBUTES)}]) cookies.set("a", "b", options); return written;'
    assert javascript.run(script) == [f"a=b; {attributes}" for attributes in ATTRIBUTES.values()]


def test_there_are_no_cookies_on_a_server(javascript):
    script = 'return new (await replacement("universal-cookie")).default().get("a") === undefined;'
    assert javascript.run(script, window=False)


PROPS = {
    "null": None,
    "{ id: 1 }": {"id": 1},
    '{ css: { color: "red", flex: 1 }, id: 1 }': {"id": 1, "style": {"color": "red", "flex": 1}},
    '{ css: { color: "red", "&:hover": { color: "blue" }, top: [1, 2], left: null } }': {"style": {"color": "red"}},
    '{ css: { color: "red", top: 1 }, style: { color: "blue" } }': {"style": {"color": "blue", "top": 1}},
}


def test_a_flat_css_prop_becomes_an_inline_style(javascript):
    assert javascript.run(f"""
        const {{ jsx }} = await replacement("emotion-react");
        return [{", ".join(PROPS)}].map((props) => jsx("p", props, "a", "b"));
    """) == [{"type": "p", "props": each, "children": ["a", "b"]} for each in PROPS.values()]


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


def test_a_path_has_a_language(javascript):
    paths = list(LANGUAGES)
    script = f'const {{ languageOf }} = await import("$/app/i18n/language.js"); return {paths}.map(languageOf);'
    assert javascript.run(script) == list(LANGUAGES.values())


def test_the_document_has_its_page_s_language(javascript):
    assert javascript.run("""
        const { Html, NextScript, Main } = await replacement("next-document");
        const [, { type: Scripts }] = NextScript({}).children;
        Scripts.contextType.value.__NEXT_DATA__.page = "/en/about";
        return [Html({ lang: "xx", className: "a" }), Main];
    """) == [{"type": "html", "props": {"lang": "en", "className": "a"}, "children": []}, "main"]


def element(kind: str, *children: object, **props: object) -> dict[str, object]:
    return {"type": kind, "props": props, "children": list(children)}


def test_every_head_preloads_fonts_and_blocks_rendering_until_the_end(javascript):
    script = """
        const { props, children } = (await replacement("next-document")).Head({ id: 1, children: ["icon", "card"] });
        return { props, children };
    """
    awaited = element("link", key="whole", rel="expect", href="#page-end", blocking="render")
    font = "/fonts/a.woff2"
    preload = element(
        "link", key=font, rel="preload", href=font, **{"as": "font"}, type="font/woff2", crossOrigin="anonymous"
    )
    assert javascript.run(script) == {"props": {"id": 1}, "children": [awaited, [preload], ["icon", "card"]]}


def test_a_head_has_the_start_script_instead_of_the_application(javascript):
    found = javascript.run("""
        const { type: Head } = (await replacement("next-document")).Head({});
        const allFiles = ["chunks/webpack-1.js", "chunks/main-1.js", "css/a.css", "chunks/pages/about-1.js"];
        const head = new Head();
        return [head.getScripts({ allFiles }), head.getPolyfillScripts()];
    """)
    src = "/_next/static/1/start.js"
    files = "/_next/chunks/webpack-1.js /_next/chunks/pages/about-1.js /_next/chunks/main-1.js"
    assert found == [[element("script", key=src, src=src, defer=True, **{"data-application": files})], []]


def test_the_end_of_a_page_precedes_its_scripts(javascript):
    found = javascript.run('return (await replacement("next-document")).NextScript({ nonce: "n" });')
    end, scripts = found["children"]
    assert end == element("template", id="page-end")
    assert "contextType" in scripts["type"] and scripts["props"] == {"nonce": "n"}


def test_the_document_s_language_follows_navigation(javascript):
    assert javascript.run("""
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
    """) == [["Root", "Navigation", "page", "en"], ["Root", "Navigation", "page", "cs"]]
