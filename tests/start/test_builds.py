"""Looking for a newer build: what cannot be understood is the network's fault, and the next look may do better."""

from typing import Any

import pytest

from tests.support.javascript import Browser

WATCH = """
    const said = [];
    console.warn = (text) => said.push(text);
    let again;
    Date.now = () => 1e12;
    globalThis.setInterval = (task) => void (again = task);
    const listeners = {};
    globalThis.addEventListener = (type, listener) => { listeners[type] = listener; };
    const told = [];
    globalThis.dispatchEvent = ({ type }) => told.push(type);
    globalThis.requestIdleCallback = (task) => task();
    let answer = () => %s;
    const asked = [];
    globalThis.fetch = async (url) => (asked.push(url), answer());
    const { watchBuilds } = await import("$/app/start/builds.js");
    const { handover } = await import("$/app/start/handover.js");
    document.readyState = "complete";
    let begun = 0;
    watchBuilds(() => begun++);
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


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    return Browser(tmp_path_factory.mktemp("builds"))


def watched(browser: Browser, answer: str, script: str, before: str = "") -> Any:
    return browser.run(before + WATCH % answer + script)


@pytest.mark.parametrize("answer", FAILURES.values(), ids=FAILURES)
def test_a_failure_is_only_logged(browser: Browser, answer: str) -> None:
    script = """
        const first = [handover.latest, [...said]];
        answer = () => Response.json({ id: "2" });
        Date.now = () => 1e12 + 3_600_000;
        await again();
        return [first, handover.latest, said.length, handover.failures];
    """
    failed = [{}, ["Failed to look for a newer build:"]]
    assert watched(browser, answer, script) == [failed, {"id": "2"}, 1, []]


def test_an_answer_of_null_is_no_answer(browser: Browser) -> None:
    assert watched(browser, "new Response('null')", "return [handover.latest, handover.failures];") == [{}, []]


def test_it_is_asked_a_second_after_the_page_was_loaded_and_the_application_is_told(browser: Browser) -> None:
    found = watched(browser, "Response.json({ id: '1' })", "return [early, soon, asked, told, begun];")
    assert found == [0, 0, ["/builds/latest.json"], ["build:latest"], 0]


@pytest.mark.parametrize("before", [HIDDEN, OFFLINE], ids=["a hidden tab", "no network"])
def test_nothing_is_asked_in(browser: Browser, before: str) -> None:
    assert watched(browser, "Response.json({})", "return asked;", before) == []


def test_the_visitor_or_the_network_coming_back_asks_again(browser: Browser) -> None:
    """Not more often than once an hour."""
    script = """
        const back = async () => {
          listeners.online();
          document.listeners.visibilitychange();
          await settle();
          return asked.length;
        };
        const asSoon = await back();
        Date.now = () => 1e12 + 3_600_000;
        return [asSoon, await back()];
    """
    assert watched(browser, "Response.json({})", script) == [1, 2]


@pytest.mark.parametrize(
    ("signal", "begun"),
    [
        ("", 1),
        ("Object.defineProperty(navigator, 'doNotTrack', { value: '1' });", 0),
        ("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });", 0),
    ],
    ids=["no signal", "Do Not Track", "Global Privacy Control"],
)
def test_the_application_comes_where_consent_has_to_be_asked_for(browser: Browser, signal: str, begun: int) -> None:
    assert watched(browser, CONSENT, "return begun;", signal) == begun
