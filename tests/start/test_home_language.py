"""A script redirects visitors of a static host from `/` to the home page in their language. Crawlers stay on `/`."""

import json

import pytest

from app.server.home_redirect import CRAWLERS
from tests.support.breaking import CRAWLER
from tests.support.javascript import Browser

ENGLISH_PHONE = "Mozilla/5.0 (Linux; Android 14; Cubot X90) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"
HOME = """
    const opened = [];
    const dataset = { languages: "cs en", fallback: "cs", crawlers: CRAWLERS };
    Object.assign(location, { search: "", hash: "", replace: (url) => { opened.push(url); } });
    Object.assign(document, { currentScript: { dataset }, referrer: "" });
    Object.defineProperty(globalThis, "navigator", { value: { languages: ["en-US", "en"], userAgent: AGENT } });
    await import("$/app/start/home_language.js");
    return opened;
"""


@pytest.mark.parametrize(("agent", "opened"), [(ENGLISH_PHONE, ["/en"]), (CRAWLER, [])])
def test_only_visitors_are_redirected(javascript: Browser, agent: str, opened: list[str]) -> None:
    assert javascript.run(HOME.replace("AGENT", json.dumps(agent)).replace("CRAWLERS", json.dumps(CRAWLERS))) == opened
