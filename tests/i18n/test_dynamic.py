"""`dynamic.js` loads the labels of a page. If loading fails, the page shows its bundled labels."""

import json

import pytest

from tests.support.javascript import Browser

ADDRESSES = {
    "cs": {"url": "/_i18n/1/cs/messages.json", "cacheable": True},
    "en": {"url": "https://texts.test/_i18n/2/en/messages.json", "cacheable": False},
}
SCENE = """
    Object.assign(location, { pathname: PATH, host: "otisk.test", href: "https://otisk.test/" });
    location.toString = () => location.href;
    const requests = [], messages = [];
    console.warn = (...words) => messages.push(["warn", ...words.map(String)]);
    console.error = (...words) => messages.push(["error", ...words.map(String)]);
    globalThis.fetch = async (...request) => { requests.push(request); return ANSWER; };
    const { updateLabels, useLabels } = await import("$/app/i18n/dynamic.js");
    const early = [...messages];
    const bundled = { close: "bundled", next: "bundled" };
    const labels = useLabels("toy", bundled);
    const before = { ...labels };
    useLabels("other", {});
    const words = { close: "bundled" };
    updateLabels("toy", words);
    await settle();
    return { requests, messages, early, before, after: labels, bundled, words };
"""
BUNDLED = {"close": "bundled", "next": "bundled"}
LOADED = '{ ok: true, json: async () => ({ cs: { toy: { close: "loaded" } }, en: { toy: { close: "loaded" } } }) }'


@pytest.fixture(scope="module")
def javascript(tmp_path_factory) -> Browser:
    made = Browser(tmp_path_factory.mktemp("web"))
    (made.folder / "app/i18n/addresses.json").write_text(json.dumps(ADDRESSES))
    return made


def scene(javascript: Browser, path: str, answer: str) -> dict:
    return javascript.run(SCENE.replace("PATH", f'"{path}"').replace("ANSWER", answer))


def test_labels_are_the_page_s_until_they_are_loaded(javascript):
    found = scene(javascript, "/bam", LOADED)
    assert found["before"] == found["bundled"] == BUNDLED
    assert found["after"] == {"close": "loaded", "next": "bundled"}
    assert found["words"] == {"close": "loaded"}
    assert found["requests"] == [["/_i18n/1/cs/messages.json", {}]]
    assert found["messages"] == []


def test_uncacheable_messages_bypass_the_cache_and_another_host_fails(javascript):
    found = scene(javascript, "/en/bam", LOADED)
    assert found["after"]["close"] == "loaded"
    assert found["requests"] == [[ADDRESSES["en"]["url"], {"headers": {"Cache-Control": "no-cache"}}]]
    assert found["early"] == found["messages"], "logged at the start, before a component asks"
    [[kind, words]] = found["messages"]
    assert kind == "error" and ADDRESSES["en"]["url"] in words


@pytest.mark.parametrize(
    "answer", ["{ ok: true, json: async () => ({}) }", "await Promise.reject(new TypeError('offline'))"]
)
def test_a_failure_is_a_warning_and_the_labels_stay(javascript, answer):
    found = scene(javascript, "/bam", answer)
    assert found["after"] == BUNDLED
    assert [line[:3] for line in found["messages"]][:1] == [["warn", "Failed to load messages for locale", "cs"]]
