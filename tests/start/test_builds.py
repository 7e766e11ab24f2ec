from typing import Any

import pytest

from tests.support.javascript import Browser

WATCH = """
    const logs = [];
    console.warn = (text) => logs.push(text);
    let again;
    Date.now = () => 1e12;
    globalThis.setInterval = (task) => void (again = task);
    const listeners = {};
    globalThis.addEventListener = (type, listener) => { listeners[type] = listener; };
    const dispatched = [];
    globalThis.dispatchEvent = ({ type }) => dispatched.push(type);
    globalThis.requestIdleCallback = (task) => task();
    let answer = () => %s;
    const asked = [];
    globalThis.fetch = async (url) => (asked.push(url), answer());
    const { watchBuilds } = await import("$/app/start/builds.js");
    const { handover } = await import("$/app/start/handover.js");
    document.readyState = "complete";
    let started = 0;
    watchBuilds(() => started++);
    await pass(10_000);
    const early = asked.length;
    listeners.load();
    await pass(999);
    const soon = asked.length;
    await pass(1);
"""
FAILURES = {
    "a status": 'new Response(`{ "id": "2" }`, { status: 500 })',
    "a page": 'new Response("<html>")',
    "nothing": 'new Response("")',
    "no network": 'Promise.reject(new TypeError("Failed to fetch"))',
}
HIDDEN = "document.visibilityState = 'hidden';"
OFFLINE = "Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });"
CONSENT = "Response.json({ id: '1', consent: true })"


def watched(javascript: Browser, answer: str, script: str, before: str = "") -> Any:
    return javascript.run(before + WATCH % answer + script)


@pytest.mark.parametrize("answer", FAILURES.values(), ids=FAILURES)
def test_a_failure_is_only_logged(javascript: Browser, answer: str) -> None:
    script = """
        const first = [handover.latest, [...logs]];
        answer = () => Response.json({ id: "2" });
        Date.now = () => 1e12 + 3_600_000;
        await again();
        return [first, handover.latest, logs.length, handover.failures];
    """
    failed = [{}, ["Failed to look for a newer build:"]]
    assert watched(javascript, answer, script) == [failed, {"id": "2"}, 1, []]


def test_a_later_failure_keeps_the_newer_build_and_dispatches_no_event(javascript: Browser) -> None:
    script = f"""
        answer = () => {FAILURES["a page"]};
        Date.now = () => 1e12 + 3_600_000;
        await again();
        return [asked.length, handover.latest, dispatched];
    """
    assert watched(javascript, "Response.json({ id: '2' })", script) == [2, {"id": "2"}, ["build:latest"]]


def test_an_answer_of_null_is_no_answer(javascript: Browser) -> None:
    script = "return [handover.latest, handover.failures, dispatched];"
    assert watched(javascript, "new Response('null')", script) == [{}, [], []]


def test_after_a_missing_script_the_build_is_asked_for_at_most_once_a_minute(javascript: Browser) -> None:
    assert javascript.run("""
        const [asked, logs, dispatched, listeners] = [[], [], [], {}];
        console.warn = (text) => logs.push(text);
        globalThis.addEventListener = (type, listener) => { listeners[type] = listener; };
        globalThis.dispatchEvent = ({ type }) => dispatched.push(type);
        const answers = [Response.json({ id: "2" }), new Response("<html>"), Response.json({ id: "3" })];
        globalThis.fetch = async (url) => (asked.push(url), answers.shift());
        const { watchChunks } = await import("$/app/navigation/chunks.js");
        const { handover } = await import("$/app/start/handover.js");
        watchChunks();
        const known = [];
        for (const minutes of [0, 0.5, 1, -1]) {
          Date.now = () => 1e12 + minutes * 60_000;
          await listeners["chunk:error"]({ detail: { status: 404 } });
          known.push(handover.latest.id);
        }
        return [known, asked.length, logs.length, dispatched.length];
    """) == [["2", "2", "2", "3"], 3, 1, 2]


def test_the_first_poll_is_a_second_after_the_load_and_dispatches_an_event(javascript: Browser) -> None:
    found = watched(javascript, "Response.json({ id: '1' })", "return [early, soon, asked, dispatched, started];")
    assert found == [0, 0, ["/builds/latest.json"], ["build:latest"], 0]


@pytest.mark.parametrize("before", [HIDDEN, OFFLINE], ids=["a hidden tab", "no network"])
def test_there_is_no_poll_in(javascript: Browser, before: str) -> None:
    assert watched(javascript, "Response.json({})", "return asked;", before) == []


@pytest.mark.parametrize("hours", [0.99, -2], ids=["later", "after the clock was set back"])
def test_a_returning_visitor_or_network_polls_about_hourly(javascript: Browser, hours: float) -> None:
    script = f"""
        const back = async () => {{
          listeners.online();
          document.listeners.visibilitychange();
          await settle();
          return asked.length;
        }};
        const asSoon = await back();
        Date.now = () => 1e12 + {hours} * 3_600_000;
        return [asSoon, await back()];
    """
    assert watched(javascript, "Response.json({})", script) == [1, 2]


@pytest.mark.parametrize(
    ("signal", "started"),
    [
        ("", 1),
        ("Object.defineProperty(navigator, 'doNotTrack', { value: '1' });", 0),
        ("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });", 0),
    ],
    ids=["no signal", "Do Not Track", "Global Privacy Control"],
)
def test_the_application_is_fetched_to_ask_for_consent(javascript: Browser, signal: str, started: int) -> None:
    assert watched(javascript, CONSENT, "return started;", signal) == started
