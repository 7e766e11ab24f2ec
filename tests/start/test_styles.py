from typing import Any

import pytest

from tests.support.javascript import Browser

START = """
    let isStyled = STYLED;
    const links = [], online = [];
    const createLink = () => ({
      cloneNode: createLink,
      replaceWith: (link) => links.push(link),
    });
    document.documentElement = {};
    document.querySelector = (selector) => (selector === "link[rel=stylesheet]" ? links.at(-1) || createLink() : null);
    globalThis.getComputedStyle = () => ({ getPropertyValue: () => (isStyled ? "#c00" : "") });
    globalThis.addEventListener = (type, listener) => { if (type === "online") online.push(listener); };
    const { watchStyles } = await import("$/app/start/styles.js");
    const { handover } = await import("$/app/start/handover.js");
    watchStyles();
"""


def watched(javascript: Browser, script: str, *, is_styled: bool = False) -> Any:
    return javascript.run(START.replace("STYLED", "true" if is_styled else "false") + script)


def test_a_lost_sheet_is_requested_until_it_applies(javascript: Browser) -> None:
    script = """
        const counts = [];
        const wait = async (seconds) => { await pass(seconds * 1_000); counts.push(links.length); };
        await wait(1);
        await wait(1);
        await wait(60); // the request is pending
        links.at(-1).onerror();
        await settle();
        await wait(3);
        await wait(1);
        links.at(-1).onload(); // HTML
        await settle();
        for (const each of online) each();
        await wait(0);
        isStyled = true;
        links.at(-1).onload();
        await wait(600);
        return [counts, handover.failures];
    """
    assert watched(javascript, script) == [[0, 1, 1, 1, 2, 3, 3], []]


@pytest.mark.parametrize("is_styled", [True, False])
def test_an_applied_or_missing_sheet_is_not_requested(javascript: Browser, *, is_styled: bool) -> None:
    script = """
        if (!isStyled) document.querySelector = () => null;
        await pass(60_000);
        return [links.length, handover.failures];
    """
    assert watched(javascript, script, is_styled=is_styled) == [0, []]
