"""What is taken out of reports, and what stays; in Python and in JavaScript alike."""

import json

import pytest

from app.monitoring import scrub
from tests.pwa.javascript import Browser

CASES = {
    "https://otisk.test/about?from=letter&token=abc#x=1": "https://otisk.test/about",
    "see /patreon/callback?code=AbC&state=1 there": "see /patreon/callback there",
    "https://otisk.test/bam#access_token=abc": "https://otisk.test/bam",
    "https://otisk.test/#colors/2": "https://otisk.test/#colors/2",
    "Really? a = b": "Really? a = b",
    "jan.novak+otisk@mail.example.com wrote": "[e-mail] wrote",
    "jan%40example.com": "[e-mail]",
    "Authorization: Bearer abcdefghijklmnopqrstuvwxyz": "[secret]",
    "a bearer abcdefghijklmnopqrstuvwxyz here": "a [secret] here",
    "basic understanding": "basic understanding",
    '{"full_name": "Novák", "tier": 3}': '{"[secret]", "tier": 3}',
    "x" * 100 + "@example.com": "x" * 36 + "[e-mail]",
    "access_token=abc; path=/": "access_[secret]; path=/",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is it": "[secret] is it",
    "gAAAAABmYzIw" + "x9" * 30: "[secret]",
    "TypeError: Cannot read properties of undefined (reading 'state')": None,
    "npm:@sentry/react": None,
    "0123456789abcdef0123456789abcdef": None,
    "/_next/static/chunks/pages/about-0123456789abcdef.js": None,
    "Čtyři sta otisků": None,
}
PARTS = ("a", "a-", "a.", "@a", "token", "token ", "eyJ-", "?", "a1", "basic ")
ENDLESS = [part * (65536 // len(part)) for part in PARTS]
"""Texts of which the rules once took seconds: from each of very many places, they looked at all the rest."""
VALUE = {
    "message": "jan@example.com",
    "tags": {"status": 500, "none": None},
    "list": ["?a=b", {"deep": "x?token=1"}],
    "access_token": "abc",
    "E-Mail": ["jan@example.com"],
    "full_name": {"first": "Jan"},
}
SCRUBBED = {
    "message": "[e-mail]",
    "tags": {"status": 500, "none": None},
    "list": ["", {"deep": "x"}],
    "access_token": "[secret]",
    "E-Mail": "[secret]",
    "full_name": "[secret]",
}


@pytest.mark.parametrize(("text", "expected"), CASES.items())
def test_texts(text: str, expected: str | None) -> None:
    assert scrub.text(text) == (text if expected is None else expected)


@pytest.mark.parametrize("text", ENDLESS, ids=lambda text: text[:6])
def test_long_texts_are_scrubbed(text: str) -> None:
    """That they take no longer than they should is not measured: with rules without bounds, these take minutes."""
    assert scrub.text(text + " jan@example.com").endswith("[e-mail]")


def test_values() -> None:
    assert scrub.scrubbed(VALUE) == SCRUBBED


def test_javascript_does_the_same(javascript: Browser) -> None:
    given = json.dumps([VALUE, list(CASES), ENDLESS])
    texts = [text if result is None else result for text, result in CASES.items()]
    expected = [SCRUBBED, texts, [scrub.text(text) for text in ENDLESS]]
    assert javascript.run(SCRUB % given) == expected


def test_breadcrumbs(javascript: Browser) -> None:
    crumbs = [
        {"category": "console", "message": "x", "data": {"arguments": [{"name": "Jan"}]}},
        {"category": "ui.click", "message": 'main > h1[title="Jan Novák"]', "data": {"a": 1}},
        {"category": "fetch", "data": {"url": "/x?token=1", "status_code": 200}},
    ]
    assert javascript.run(BREADCRUMBS % json.dumps(crumbs)) == [
        {"category": "console", "message": "x"},
        {"category": "ui.click", "message": "main > h1"},
        {"category": "fetch", "data": {"url": "/x", "status_code": 200}},
    ]


SCRUB = 'const { scrubbed } = await import("$/app/monitoring/scrub.js"); return scrubbed(%s);'
BREADCRUMBS = (
    'const { scrubbedBreadcrumb } = await import("$/app/monitoring/scrub.js"); return %s.map(scrubbedBreadcrumb);'
)


@pytest.fixture(scope="module")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    return Browser(tmp_path_factory.mktemp("scrub"))
