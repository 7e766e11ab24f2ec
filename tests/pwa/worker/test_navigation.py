import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from pwa.worker.cache_rules import home
from tests.support.javascript import Browser

PRECACHE = """
    export class PrecacheController {
      addToCacheList() {}
      getCachedURLs() { return []; }
      async matchPrecache(path) {
        if (unreadable.includes(path)) throw new DOMException("Internal error", "UnknownError");
        const headers = { "content-security-policy": "a; report-uri b; report-to c", "reporting-endpoints": "c" };
        return stored.includes(path) ? new Response(`stored ${path}`, { headers }) : undefined;
      }
    }
"""
OPEN = """
    let answers, visitor;
    globalThis.self = { __SITE: { build: "1", files: {} }, __WB_MANIFEST: [] };
    globalThis.caches = {
      async match(path) {
        if (unreadable.includes(path)) throw new DOMException("Internal error", "UnknownError");
        return visitor[path] === null ? undefined : new Response(visitor[path]);
      },
    };
    globalThis.Request = class { constructor(path) { this.url = location.origin + path; } };
    globalThis.fetch = async ({ url }) => {
      const answer = answers[new URL(url).pathname];
      if (!answer) throw new TypeError("Failed to fetch");
      await new Promise((done) => setTimeout(done, answer.delay || 0));
      if (answer.hangs) return { status: 200, json: () => new Promise(() => {}) };
      if (answer.isRedirect) return { status: 0, type: "opaqueredirect", text: async () => answer.text };
      return new Response(answer.text, { status: answer.status });
    };
    Response.redirect = (url) => new Response(`redirected to ${url}`);
    const { navigate } = await import("$/pwa/worker/navigation.js");
    const read = async (answer) => [
      await answer.text(), [...(answer.headers || [])].some((header) => /report/.test(header)),
    ];
    return async (given) => {
      Object.assign(globalThis, { stored: given.stored, unreadable: given.unreadable });
      ({ answers } = given);
      visitor = { "/language": "en", "/updatable": given.hasUpdateFailed ? null : "" };
      const event = { request: { referrer: given.referrer, url: location.origin + given.url }, waitUntil: () => {} };
      const answering = navigate(event, new URL(event.request.url)).then(read, (error) => [String(error), false]);
      for (let second = 0; second < 10; second++) await pass(1_000);
      return answering;
    };
"""
LATEST = "/builds/latest.json"
OFFLINE = ("/offline", "/en/offline")
WITHIN = "https://otisk.test/en"
Navigate = Callable[[dict[str, Any]], tuple[str, bool]]


@pytest.fixture(scope="module")
def navigate(javascript: Browser) -> Iterator[Navigate]:
    (javascript.folder / "stand-ins/workbox-precaching-PrecacheController.js.js").write_text(PRECACHE)
    with javascript.calling(OPEN) as navigate:
        yield navigate


def answered(
    navigate: Navigate,
    url: str,
    *,
    referrer: str = "",
    stored: tuple[str, ...] = (),
    answers: Mapping[str, Mapping[str, Any]] | None = None,
    has_update_failed: bool = False,
    unreadable: tuple[str, ...] = (),
) -> tuple[str, bool]:
    """Returns the text or error of the service worker's response, and whether its headers make browsers send reports.

    `answers` maps paths to the server's responses. The cache fails to read the `unreadable` paths.
    """
    given = {"url": url, "referrer": referrer, "stored": [*stored, *OFFLINE], "answers": answers or {}}
    given |= {"hasUpdateFailed": has_update_failed, "unreadable": unreadable}
    return navigate(given)


def opened(navigate: Navigate, url: str, **given: Any) -> str:
    return answered(navigate, url, **given)[0]


def page(text: str, **answer: Any) -> dict[str, Any]:
    return {"text": f"{text} from the server", **answer}


def latest(build: str) -> dict[str, Any]:
    return {"text": json.dumps({"id": build})}


@pytest.mark.parametrize(
    ("referrer", "answer"),
    [
        ("", "redirected to /en?from=letter"),
        ("https://elsewhere.test/", "redirected to /en?from=letter"),
        (WITHIN, f"stored {home()}"),
    ],
)
def test_root_is_in_the_last_language_unless_a_link_of_the_site_leads_there(
    navigate: Navigate, referrer: str, answer: str
) -> None:
    assert opened(navigate, "/?from=letter", referrer=referrer, stored=(home(),)) == answer


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        ({"/": page("home", delay=8_000)}, "home from the server"),
        ({"/": page("an error", status=503)}, "an error from the server"),
        ({}, "stored /offline"),
    ],
    ids=["slow", "breaks down", "offline"],
)
def test_a_home_page_that_is_not_stored_has_no_time_limit(
    navigate: Navigate, answers: Mapping[str, Mapping[str, Any]], text: str
) -> None:
    """With Data Saver, the service worker caches only pages that the visitor opens, so it may lack the home page."""
    assert opened(navigate, "/", referrer=WITHIN, answers=answers) == text


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/en/workshops/2027-01-16", "stored /en/offline"),
        ("/desk/inquiries/1", "stored /offline"),
        ("/pictures/posters-1-2000.1.jpg", "stored /offline"),
        ("/templates/a5.pdf", "TypeError: Failed to fetch"),
        ("/desk/vouchers/2700001.pdf", "TypeError: Failed to fetch"),
        ("/desk/files/1/1", "TypeError: Failed to fetch"),
    ],
)
def test_the_offline_page_replaces_pages_but_not_downloads(navigate: Navigate, path: str, answer: str) -> None:
    assert opened(navigate, path) == answer


@pytest.mark.parametrize(
    ("url", "answer"),
    [
        ("/booking?token=1", ["stored /offline", False]),
        ("/en/desk/inquiries/1", ["stored /en/offline", False]),
        ("/?from=letter", [f"stored {home()}", False]),
        ("/inquiry?workshop=2027-05-08", ["stored /inquiry", False]),
        ("/inquiry", ["stored /inquiry", True]),
    ],
)
def test_stored_pages_report_no_private_address(navigate: Navigate, url: str, answer: list[object]) -> None:
    """A report of a policy violation contains the page's address, which may contain a secret token."""
    pages = (home(), "/inquiry")
    assert answered(navigate, url, referrer=WITHIN, stored=pages) == answer


@pytest.mark.parametrize("referrer", ["", WITHIN], ids=["from elsewhere", "within the site"])
@pytest.mark.parametrize(
    ("url", "build", "is_stored"),
    [
        ("/inquiry?workshop=2027-05-08", "2", False),
        ("/inquiry?workshop=2027-05-08", "1", True),
        ("/inquiry", "2", True),
    ],
    ids=["of an older build", "of the latest build", "without a query"],
)
def test_a_stored_page_with_a_query_is_of_the_latest_build(
    navigate: Navigate, url: str, build: str, referrer: str, is_stored: bool
) -> None:
    """A form of an older build may lack the date of a new workshop."""
    answers = {LATEST: latest(build), "/inquiry": page("the form")}
    answer = opened(navigate, url, referrer=referrer, stored=("/inquiry",), answers=answers)
    assert answer == ("stored /inquiry" if is_stored else "the form from the server")


@pytest.mark.parametrize(
    "answers", [{}, {LATEST: latest("2")}, {LATEST: latest("2"), "/inquiry": page("an error", status=502)}]
)
def test_a_stored_page_with_a_query_is_shown_if_the_server_fails(
    navigate: Navigate, answers: Mapping[str, Mapping[str, Any]]
) -> None:
    assert opened(navigate, "/inquiry?what=cards", stored=("/inquiry",), answers=answers) == "stored /inquiry"


@pytest.mark.parametrize("referrer", ["", WITHIN], ids=["from elsewhere", "within the site"])
@pytest.mark.parametrize(
    ("answers", "text"),
    [
        ({LATEST: latest("2"), "/pricing": page("prices")}, "prices from the server"),
        ({LATEST: latest("2"), "/pricing": page("prices", delay=8_000)}, "stored /pricing"),
        ({LATEST: latest("1"), "/pricing": page("prices")}, "stored /pricing"),
        ({"/pricing": page("prices")}, "stored /pricing"),
    ],
    ids=["newer", "newer but slow", "the same", "unknown"],
)
def test_pages_come_from_the_server_if_a_newer_build_could_not_be_installed(
    navigate: Navigate, answers: Mapping[str, Mapping[str, Any]], text: str, referrer: str
) -> None:
    answer = opened(
        navigate, "/pricing", referrer=referrer, stored=("/pricing",), answers=answers, has_update_failed=True
    )
    assert answer == text


@pytest.mark.parametrize(
    ("url", "stored", "has_update_failed"),
    [("/prices", (), False), ("/prices?a=1", ("/prices",), False), ("/prices", ("/prices",), True)],
    ids=["not stored", "stored, with a query", "stored, without an update"],
)
def test_the_browser_gets_the_redirect_of_a_moved_page(
    navigate: Navigate, url: str, stored: tuple[str, ...], has_update_failed: bool
) -> None:
    answers = {LATEST: latest("2"), "/prices": page("a redirect", isRedirect=True)}
    answer = opened(navigate, url, stored=stored, answers=answers, has_update_failed=has_update_failed)
    assert answer == "a redirect from the server"


@pytest.mark.parametrize(
    ("answers", "text"),
    [({"/about": page("the studio")}, "the studio from the server"), ({}, "stored /offline")],
    ids=["online", "offline"],
)
def test_a_page_that_cannot_be_read_counts_as_not_stored(
    navigate: Navigate, answers: Mapping[str, Mapping[str, Any]], text: str
) -> None:
    """Safari sometimes fails to read cached pages."""
    assert opened(navigate, "/about", stored=("/about",), unreadable=("/about",), answers=answers) == text


def test_pages_are_shown_if_the_visitors_cache_cannot_be_read(navigate: Navigate) -> None:
    unreadable = ("/language", "/updatable")
    assert opened(navigate, "/about", stored=("/about",), unreadable=unreadable) == "stored /about"
    assert opened(navigate, "/", stored=(home(),), unreadable=unreadable) == f"stored {home()}"


@pytest.mark.parametrize(("referrer", "text"), [("", "the studio from the server"), (WITHIN, "stored /about")])
def test_a_link_of_the_site_opens_a_stored_page_before_its_headers_are_compared(
    navigate: Navigate, referrer: str, text: str
) -> None:
    newer = {"text": json.dumps({"id": "2", "headers": "of other settings"})}
    answers = {LATEST: newer, "/about": page("the studio")}
    assert opened(navigate, "/about", referrer=referrer, stored=("/about",), answers=answers) == text


@pytest.mark.parametrize(
    ("url", "has_update_failed"), [("/about", False), ("/inquiry?what=cards", False), ("/about", True)]
)
def test_a_stored_page_does_not_wait_for_the_rest_of_an_answer(
    navigate: Navigate, url: str, has_update_failed: bool
) -> None:
    """The connection can fail after the headers of `latest.json` have arrived."""
    answers = {LATEST: {"hangs": True}}
    path = url.split("?")[0]
    answer = opened(navigate, url, stored=(path,), answers=answers, has_update_failed=has_update_failed)
    assert answer == f"stored {path}"
