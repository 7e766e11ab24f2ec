"""The start script loads the application at the visitor's first input. After a failure, it reloads the page once. After
a second failure, it retries at the next input.
"""

from typing import Any

import pytest

from app.start import AT_ONCE, at_hash
from tests.support.javascript import Browser

START = """
    const listeners = {};
    const captures = new Set();
    globalThis.addEventListener = (type, listener, { capture } = {}) => {
      (listeners[type] ||= []).push(listener);
      if (capture) captures.add(listener);
    };
    const use = (type, target) => { // the event reaches `window` both before and after `document`
      let isStopped = false;
      const event = { type, target, stopPropagation() { isStopped = true; } };
      for (const each of listeners[type]) if (captures.has(each)) each(event);
      document.listeners[type]?.(event);
      for (const each of listeners[type]) if (!captures.has(each) && !isStopped) each(event);
    };
    const withState = { closest: (names) => (names.includes("form[action]") ? null : withState), matches: () => true };
    globalThis.act = async (type) => {
      for (const each of listeners[type]) each({ type, movementX: 1 });
      await settle();
    };
    const added = []; // elements, as they are appended
    let broken = {}; // failures by file: "missing", or "page" for HTML instead of the script
    let time = 1e12;
    Date.now = () => time;
    const elements = NEEDS.map((application) => ({ dataset: { application } }));
    Object.assign(document, {
      readyState: "complete",
      activeElement: ACTIVE,
      querySelectorAll: (selector) => (selector.includes("input") ? FIELDS : elements),
      createElement: (tag) => ({ tag }),
      head: {
        append(element) {
          const file = element.href || element.src;
          added.push(`${element.rel || element.tag} ${file}`);
          if (element.rel) return;
          queueMicrotask(() => {
            const fate = broken[file];
            if (fate === "page")
              for (const each of listeners.error) each({ error: new SyntaxError("<"), filename: file });
            if (fate === "missing") element.onerror();
            else element.onload({ target: element });
          });
        },
      },
    });
    location.hash = HASH;
    location.reload = () => reloads.push(location.pathname);
    const reloads = [], logs = [], stored = {};
    console.error = (text, error) => logs.push(`${text} ${error.message}`);
    globalThis.sessionStorage = {
      getItem: (key) => stored[key] ?? null,
      setItem(key, value) { if (key in refused || "*" in refused) throw new Error("no storage"); stored[key] = value; },
    };
    let refused = {};
    let latest = () => ({ ok: true, json: async () => ({ id: "1" }) });
    globalThis.fetch = async () => latest();
    console.warn = () => {};
    const { startApplication } = await import("$/app/start/application.js");
    const { handover } = await import("$/app/start/handover.js");
    startApplication({ dataset: { application: "/a.js /main.js" } });
    await settle();
    const failures = () => handover.failures.map(([name, error]) => [name, error.message]);
"""
WHOLE = ["preload /main.js", "script /a.js", "script /main.js"]
SCRIPTS = ["/a.js", "/main.js"]
UNEDITED = "[{ type: 'text', value: '40', defaultValue: '40', matches: () => false }]"
EDITED = UNEDITED.replace("40", "80", 1)
ACTS = ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "focusin"]


def started(
    javascript: Browser, script: str, *needs: str, hash: str = "", fields: str = "[]", active: str = "null"
) -> Any:
    start = START.replace("NEEDS", str(list(needs))).replace("HASH", f"'{hash}'")
    return javascript.run(start.replace("FIELDS", fields).replace("ACTIVE", active) + script)


@pytest.mark.parametrize("act", ACTS)
def test_the_first_act_fetches_the_application_once_and_in_order(javascript: Browser, act: str) -> None:
    script = f"""
        const before = [...added];
        for (const type of ["{act}", "{act}", "keydown"]) await act(type);
        return [before, added];
    """
    assert started(javascript, script) == [[], WHOLE]


def test_a_pointer_that_rests_is_no_act(javascript: Browser) -> None:
    script = "for (const each of listeners.pointermove) each({ type: 'pointermove', movementX: 0, movementY: 0 });"
    assert started(javascript, f"{script} await settle(); return added;") == []


@pytest.mark.parametrize(
    ("need", "hash", "at_once"),
    [
        (AT_ONCE, "", True),
        (at_hash("/large"), "#card/large", True),
        (at_hash("/large"), "#card", False),
        (at_hash("/large"), "", False),
    ],
)
def test_a_page_can_need_the_application_before_the_first_act(
    javascript: Browser, need: str, hash: str, at_once: bool
) -> None:
    assert started(javascript, "return added;", need, hash=hash) == (WHOLE if at_once else [])


@pytest.mark.parametrize(
    ("fields", "active", "at_once"),
    [
        (EDITED, "null", True),
        (UNEDITED, "null", False),
        (UNEDITED, "{ matches: (selector) => selector.includes('select') }", True),
        (UNEDITED, "{ matches: () => false }", False),
    ],
)
def test_a_field_used_before_the_script_fetches_the_application(
    javascript: Browser, fields: str, active: str, at_once: bool
) -> None:
    assert started(javascript, "return added;", fields=fields, active=active) == (WHOLE if at_once else [])


def test_a_page_stays_if_the_visitor_typed_before_the_script(javascript: Browser) -> None:
    assert started(javascript, f"{FAILING} await attempt(); return reloads;", fields=EDITED) == []


@pytest.mark.parametrize(("file", "fate"), [(file, fate) for file in SCRIPTS for fate in ("missing", "page")])
def test_an_incomplete_application_does_not_start_and_the_next_act_tries_again(
    javascript: Browser, file: str, fate: str
) -> None:
    script = f"""
        broken = {{ "{file}": "{fate}" }};
        await act("wheel");
        const first = added.splice(0), reported = stored["failed-start"];
        broken = {{}};
        await act("scroll");
        const soon = added.length;
        time += 2_000;
        await pass(2_000);
        return [first, reported, soon, added, logs, reloads];
    """
    first, reported, soon, second, logs, reloads = started(javascript, script)
    assert reported == f"Error: Failed to load {file}"
    assert logs == [f"Error while mounting app: Failed to load {file}"]
    assert reloads == ["/"]
    assert ("script /main.js" in first) == (file == "/main.js"), "main.js ran without the others"
    assert soon == 0, "less than two seconds between attempts"
    ran = [each for each in (*first, *second) if each.startswith("script")]
    assert second[-1] == "script /main.js"
    assert sorted(set(ran)) == ["script /a.js", "script /main.js"]
    assert [each for each in ran if ran.count(each) > 1] == [f"script {file}"] * 2


FAILING = """
    broken = { "/a.js": "missing" };
    const attempt = async () => { time += 2_000; await pass(2_000); await act("scroll"); };
"""
FIRST_ACTS = 'await import("$/app/start/first_acts.js");'
NO_RELOAD = {
    "the server is away": 'latest = () => Promise.reject(new TypeError("Failed to fetch"));',
    "another server answers": "latest = () => ({ ok: true, json: async () => JSON.parse('<') });",
    "the network is down": 'Object.defineProperty(navigator, "onLine", { value: false });',
    "the path is marked": 'stored["load:/"] = String(time - 7_999);',
    "nothing can be stored": 'refused = { "*": true };',
    "the visitor has typed": "use('input', { closest: () => ({}) });",
    "the visitor has clicked a link": "use('click', { closest: () => ({}) });",
    "the visitor has typed on a page with state": f"{FIRST_ACTS} use('input', withState);",
    "the visitor has pressed a button on a page with state": f"{FIRST_ACTS} use('click', withState);",
}


@pytest.mark.parametrize("reason", NO_RELOAD.values(), ids=NO_RELOAD)
def test_a_page_stays_if_a_reload_would_not_help_or_could_lose_something(javascript: Browser, reason: str) -> None:
    assert started(javascript, f"{FAILING} {reason} await attempt(); return reloads;") == []


def test_a_page_stays_if_its_application_starts_before_the_server_responds(javascript: Browser) -> None:
    script = f"""{FAILING}
        const response = latest();
        let respond;
        latest = () => new Promise((resolve) => {{ respond = () => resolve(response); }});
        await attempt();
        broken = {{}};
        await attempt();
        respond();
        await settle();
        return [added.at(-1), reloads];
    """
    assert started(javascript, script) == ["script /main.js", []]


def test_a_click_on_a_text_does_not_prevent_the_reload(javascript: Browser) -> None:
    script = f"{FAILING} use('click', {{ closest: () => null }});"
    assert started(javascript, f"{script} await attempt(); return reloads;") == ["/"]


@pytest.mark.parametrize("ago", [8_000, -3_600_000], ids=["after ten seconds", "if the clock was set back"])
def test_a_path_is_reloaded_again(javascript: Browser, ago: int) -> None:
    script = f"{FAILING} stored['load:/'] = String(time - {ago}); await attempt(); return [reloads, stored['load:/']];"
    assert started(javascript, script) == [["/"], str(10**12 + 2_000)]


def test_a_clock_that_is_set_back_does_not_delay_the_next_attempt(javascript: Browser) -> None:
    script = f"{FAILING} await attempt(); broken = {{}}; time -= 3_600_000; await attempt(); await pass(2_000);"
    assert started(javascript, f"{script} return added.at(-1);") == "script /main.js"


def test_a_document_is_reloaded_only_after_its_first_attempt(javascript: Browser) -> None:
    script = f"""{FAILING}
        stored["load:/"] = String(time); await attempt();
        time += 20_000; await attempt();
        return [reloads, logs.length];
    """
    assert started(javascript, script) == [[], 2]


def test_a_page_that_needs_the_application_tries_again_without_an_act(javascript: Browser) -> None:
    """The members' page is empty without the application, so it does not wait for an input before the next attempt."""
    script = f"""{FAILING}
        elements.push({{ dataset: {{ application: "" }} }});
        await attempt();
        added.length = 0;
        time += 10_000;
        await pass(10_000);
        const second = added.splice(0);
        broken = {{}};
        time += 2_000;
        for (const each of listeners.online) each({{ type: "online" }});
        await pass(100);
        const third = added.splice(0);
        time += 60_000;
        await pass(60_000);
        return [second, third, added];
    """
    assert started(javascript, script) == [WHOLE[:2], WHOLE, []]


def test_other_pages_wait_for_an_act(javascript: Browser) -> None:
    script = f"""{FAILING}
        await attempt();
        added.length = 0;
        time += 60_000;
        await pass(60_000);
        for (const each of listeners.online) each({{ type: "online" }});
        await settle();
        return added;
    """
    assert started(javascript, script) == []


def test_without_storage_the_document_reports_the_failure_itself(javascript: Browser) -> None:
    script = f"{FAILING} refused = {{ 'failed-start': true }}; await attempt(); return failures();"
    assert started(javascript, script) == [["application", "Failed to load /a.js"]]
