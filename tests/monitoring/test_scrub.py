import json
from dataclasses import replace

import pytest

from app.i18n import LANGUAGES
from app.members import creator
from app.monitoring import scrub
from app.routes import places
from tests.support.javascript import Browser

CASES = {
    "https://otisk.test/about?from=letter&token=abc#x=1": "https://otisk.test/about",
    "see /patreon/callback?code=AbC&state=1 there": "see /patreon/callback there",
    "https://otisk.test/bam#access_token=abc": "https://otisk.test/bam",
    "https://otisk.test/#colors/2": "https://otisk.test/#colors/2",
    "https://otisk.test/about?letter": "https://otisk.test/about",
    "https://otisk.test/about?%6Aan": "https://otisk.test/about",
    "%2Fabout%3Ftoken%3Dabc": "%2Fabout",
    "%2Fbam%23access_token%3Dabc": "%2Fbam",
    "Really? a = b": None,
    "Really?": None,
    "undefined is not an object (evaluating 'a?.b')": None,
    "https://jan:heslo@otisk.test/": "https://otisk.test/",
    "/patreon/private/17": "/patreon/private/[postId]",
    "https://otisk.test/en/patreon/private/17#top": "https://otisk.test/en/patreon/private/[postId]#top",
    "%2Fen%2Fpatreon%2Fprivate%2F17": "%2Fen/patreon/private/[postId]",
    "/patreon/private/[17]": "/patreon/private/[postId]",
    "/patreon/private": None,
    "/_next/static/chunks/pages/en/patreon/private/[postId]-0123456789abcdef.js": None,
    "/_next/static/chunks/pages/patreon/private/%5BpostId%5D-0123456789abcdef.js": None,
    "/en/desk/files/0f8fad5b-d9cb-469f-a165-70867728950e/1": "/en/desk/files/[file]",
    "https://otisk.test/desk/vouchers/2600012.pdf": "https://otisk.test/desk/vouchers/[file]",
    "https://www.patreon.com/posts/otisk-8002 is": "https://www.patreon.com/ is",
    "https://c10.patreonusercontent.com/4/x/press.jpg": "https://c10.patreonusercontent.com/",
    "https%3A%2F%2Fplayer.vimeo.com%2Fvideo%2F1": "https%3A%2F%2Fplayer.vimeo.com/",
    "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ": "https://www.youtube-nocookie.com/",
    "https://www.patreon.com": None,
    creator._UNREADABLE: None,
    "https://www.patreon.com/portal?a=b": "https://www.patreon.com/",
    "https://c10.patreonusercontent.com/portal/4": "https://c10.patreonusercontent.com/",
    "https://www.patreon.com/portals/8002": "https://www.patreon.com/",
    "jan.novak+otisk@mail.example.com wrote": "[e-mail] wrote",
    "jan%40example.com": "[e-mail]",
    "Authorization: Bearer abcdefghijklmnopqrstuvwxyz": "[secret]",
    "a bearer abcdefghijklmnopqrstuvwxyz here": "a [secret] here",
    "basic understanding": "basic understanding",
    '{"full_name": "Novák", "tier": 3}': '{"[secret]", "tier": 3}',
    "x" * 100 + "@example.com": "x" * 36 + "[e-mail]",
    "access_token=abc; path=/": "access_[secret]; path=/",
    "access_token%3Dabc": "access_[secret]",
    "SESSION_KEYS=(hidden) is not allowed: Input": None,
    "SESSION_KEYS=(hidden)s3cret": "[secret]",
    "SESSION_KEYS=(hidden": "[secret]",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is it": "[secret] is it",
    "gAAAAABmYzIw" + "x9" * 30: "[secret]",
    "TypeError: Cannot read properties of undefined (reading 'state')": None,
    "npm:@sentry/react": None,
    "0123456789abcdef0123456789abcdef": None,
    "/_next/static/chunks/pages/about-0123456789abcdef.js": None,
    "Čtyři sta otisků": None,
}
PARTS = ("a", "a-", "a.", "@a", "token", "token ", "eyJ-", "?", "a1", "basic ", "#", "%23", "//a", "/patreon/private/")
ENDLESS = [part * (65536 // len(part)) for part in PARTS]
"""Long strings that a quadratic regular expression would process for minutes."""
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
def test_texts_are_scrubbed(text: str, expected: str | None) -> None:
    assert scrub.text(text) == (text if expected is None else expected)


@pytest.mark.parametrize("text", ENDLESS, ids=lambda text: text[:6])
def test_long_texts_are_scrubbed(text: str) -> None:
    assert scrub.text(text + " jan@example.com").endswith("[e-mail]")


def test_values_are_scrubbed() -> None:
    assert scrub.scrubbed(VALUE) == SCRUBBED


def test_javascript_does_the_same(javascript: Browser) -> None:
    given = json.dumps([VALUE, list(CASES), ENDLESS])
    texts = [text if result is None else result for text, result in CASES.items()]
    expected = [SCRUBBED, texts, [scrub.text(text) for text in ENDLESS]]
    assert javascript.run(SCRUB % given) == expected


def test_every_open_path_is_scrubbed_in_every_language() -> None:
    opened = [place.within(language) for place in places() if "[" in place.path for language in LANGUAGES]
    paths = {replace(place, params=dict.fromkeys(place.route.parameters, "s3cret")).path for place in opened}
    assert {"/patreon/private/s3cret", "/en/patreon/private/s3cret"} <= paths
    assert not [path for path in paths if "s3cret" in scrub.text(path)]


def test_attributes_of_clicked_elements_are_removed(javascript: Browser) -> None:
    crumbs = [
        {"category": "ui.click", "message": 'main > h1[title="Jan] > [Nov\nák"]'},
        {"category": "ui.input", "message": 'a[title="Jan"] > b.c[alt="Novák"] > i'},
        {"category": "ui.click", "message": 'h1[title="Jan Nov'},
        {"category": "ui.click", "message": 'a#way[href="?a=b"][title="Jan"]'},
        {"category": "navigation", "message": "to [1]"},
    ]
    found = javascript.run(SCRUB % json.dumps(crumbs))
    assert [crumb["message"] for crumb in found] == ["main > h1", "a > i", "h1", "a#way", "to [1]"]


def test_only_urls_in_styles_are_scrubbed(javascript: Browser) -> None:
    css = "a{color:#fff}[href='?a=b']{background:url(/x.png?token=1) url(\"data:image/png;base64,%s==\")}" % ("x9" * 40)
    kept = css.replace("?token=1", "")
    styles = [{"_cssText": css}, {"isStyle": True, "textContent": css}, {"rule": css}, {"replaceSync": css}]
    found = javascript.run(SCRUB % json.dumps([*styles, {"textContent": css}]))
    assert [[*style.values()][-1] for style in found[:-1]] == [kept] * 4
    assert "?a=b" not in found[-1]["textContent"]


def test_values_outside_json_become_json(javascript: Browser) -> None:
    given = "{ url: new URL('https://otisk.test/?token=1'), none: undefined, deep: %s }"
    deep = "[" * 500 + '"jan@example.com"' + "]" * 500
    found = javascript.run(SCRUB % given % deep)
    assert found["url"] == "https://otisk.test/" and set(found) == {"url", "deep"}
    assert "[e-mail]" in json.dumps(found["deep"]) and "jan" not in json.dumps(found["deep"])


SCRUB = 'const { scrubbed } = await import("$/app/monitoring/scrub.js"); return scrubbed(%s);'
