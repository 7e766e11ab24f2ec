"""The site repeats failed requests for the script of an extra (optional feature). The extra stays enabled."""

import pytest

from tests.support.javascript import Browser

START = """
    const listeners = new EventTarget();
    globalThis.addEventListener = listeners.addEventListener.bind(listeners);
    globalThis.removeEventListener = listeners.removeEventListener.bind(listeners);
    const logs = [];
    console.warn = (text) => logs.push(text);
    const { extra, hasFailed } = await import("$/app/guard/extra.js");
    const { loadScript } = await import("$/app/browser/scripts.js");
    const lost = Object.assign(new Error("lost"), { name: "ChunkLoadError" });
    let error = lost;
    let requests = 0;
    const request = async () => { requests++; if (error) throw error; return "script"; };
    const loaded = [];
    const clock = extra("clock");
    clock.run(async () => loaded.push(await loadScript(clock, request)));
    await settle();
"""
WAITS = 'The extra "clock" waits for its script:'
OFF = 'The extra "clock" is off:'
BACK = {"after a pause": "await pass(10_000);", "at once": "listeners.dispatchEvent(new Event('online'));"}


@pytest.mark.parametrize("back", BACK.values(), ids=BACK)
def test_a_lost_request_is_repeated(javascript: Browser, back: str) -> None:
    assert javascript.run(f"""{START}
        await pass(10_000);
        const before = [requests, hasFailed("clock"), ...loaded];
        error = null;
        {back}
        await settle();
        await pass(10_000);
        return [before, requests, loaded, logs];
    """) == [[2, False], 3, ["script"], [WAITS]]


def test_nothing_is_requested_after_the_extra_has_stopped(javascript: Browser) -> None:
    assert javascript.run(f"""{START}
        clock.end();
        listeners.dispatchEvent(new Event("online"));
        await pass(20_000);
        return [requests, loaded];
    """) == [1, []]


def test_another_error_turns_the_extra_off(javascript: Browser) -> None:
    assert javascript.run(f"""{START.replace("let error = lost", "let error = new Error('broken')")}
        await pass(10_000);
        return [requests, hasFailed("clock"), logs];
    """) == [1, True, [OFF]]
