"""Looking for a newer build: what cannot be understood is the network's fault, and the next look may do better."""

import pytest

from tests.support.javascript import Browser

WATCH = """
    const said = [];
    console.warn = (text) => said.push(text);
    window.__NEXT_DATA__ = { buildId: "1" };
    document.readyState = "complete";
    globalThis.setInterval = (task) => void (globalThis.again = task);
    let hours = 0;
    Date.now = () => 1e12 + hours * 3_600_000;
    let answer = () => %s;
    globalThis.fetch = async () => answer();
    const { watchBuilds, newerBuild } = await import("$/app/navigation/builds.js");
    const asked = [];
    watchBuilds(() => asked.push("the settings"));
    await pass(1_000);
    const first = [newerBuild(), [...asked], [...said]];
    answer = () => Response.json({ id: "2", config: true });
    hours++;
    await again();
    return [first, newerBuild(), asked, said.slice(first[2].length)];
"""
FAILURES = {
    "a status": 'new Response(`{ "id": "2" }`, { status: 500 })',
    "a page": 'new Response("<html>")',
    "nothing": 'new Response("")',
    "no network": 'Promise.reject(new TypeError("Failed to fetch"))',
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    return Browser(tmp_path_factory.mktemp("builds"))


@pytest.mark.parametrize("answer", FAILURES.values(), ids=FAILURES)
def test_a_failure_is_only_logged(browser: Browser, answer: str) -> None:
    failed = [None, [], ["Failed to look for a newer build:"]]
    assert browser.run(WATCH % answer) == [failed, "2", ["the settings"], []]
