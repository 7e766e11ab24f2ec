import json

import pytest

from tests.support.javascript import Browser
from tests.support.user_agents import CRAWLERS, PROGRAMS, VISITORS

NAMED = """
    const { isCrawlerName } = await import("$/app/guard/crawlers.js");
    return %s.filter((name) => isCrawlerName(name) !== %s);
"""


@pytest.mark.parametrize(("names", "expected"), [(CRAWLERS, "true"), (PROGRAMS, "true"), (VISITORS, "false")])
def test_user_agents_are_classified(javascript: Browser, names: tuple[str, ...], expected: str) -> None:
    assert javascript.run(NAMED % (json.dumps(names), expected)) == []


def test_the_build_which_renders_pages_is_no_crawler(javascript: Browser) -> None:
    script = 'return (await import("$/app/guard/crawlers.js")).isCrawler;'
    assert javascript.run(script, window=False) is False
