"""The site without a network, after one visit (issue 4): pages, pictures, navigation, and what is not there.

A worker is installed once, at the end of a proxy, for all tests that leave its caches as they are.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect

from app.i18n import DEFAULT, Language
from app.routes import places
from tests.support.accessibility import DESK, PHONE
from tests.support.chromium import ARGUMENTS, executable
from tests.support.languages import CZECH, ENGLISH
from tests.support.proxy import Proxy, proxied
from tests.support.service_worker import broken_pictures, cached_urls, install_offline_site
from tests.support.visitor import Visitor, follow, visitor

PUBLIC = [place for place in places() if place.route.indexed]
FOR_MEMBERS = re.compile(
    r"/patreon/(private|login|callback|logout|webhook)|/_event|/_health|/config\.json|/builds/|/private-"
)


@dataclass
class Kept:
    """A browser that keeps the site, which it reaches at `url`."""

    browser: BrowserContext
    proxy: Proxy

    @property
    def url(self) -> str:
        return self.proxy.url

    @contextmanager
    def visited(self, viewport: ViewportSize = PHONE) -> Iterator[Visitor]:
        """A visit in a new tab; afterwards, everything is as it was."""
        page = self.browser.new_page()
        page.set_viewport_size(viewport)
        try:
            yield Visitor(page)
        finally:
            self.proxy.restore()
            self.browser.set_offline(False)
            page.close()
            self.browser.unroute_all()
            self.browser.clear_cookies()

    def cut_off(self, guest: Visitor) -> None:
        """Takes the network away, and the server."""
        self.browser.set_offline(True)
        self.proxy.cut()
        guest.requests.clear()


@contextmanager
def keeping(browser: Browser, site: str, **options: object) -> Iterator[Kept]:
    """Installs a worker; `options` are the visitor's."""
    with proxied(site) as proxy, visitor(browser, worker=True, **options) as guest:  # pyright: ignore[reportArgumentType]
        install_offline_site(guest, f"{proxy.url}/contact")
        guest.page.goto("about:blank")
        yield Kept(guest.page.context, proxy)


@pytest.fixture(scope="module")
def kept(browser: Browser, site: str) -> Iterator[Kept]:
    """A worker that is installed."""
    with keeping(browser, site) as kept:
        yield kept


@pytest.fixture(scope="module")
def dense(browser: Browser, site: str) -> Iterator[Kept]:
    """One in an English browser on a dense screen."""
    with keeping(browser, site, locale="en-US", device_scale_factor=2) as kept:
        yield kept


def test_after_one_visit_the_whole_site_is_there(kept: Kept) -> None:
    with kept.visited() as guest:
        kept.cut_off(guest)
        for place in PUBLIC:
            if place.path != "/":
                # In one language, to save time, pages come to life, and their pictures, which are the other one's too.
                guest.reads(kept.url + place.path)
                assert guest.page.evaluate("document.documentElement.lang") == place.language.code
                if place.language == DEFAULT:
                    guest.acts()
                    assert broken_pictures(guest) == [], place.path
        assert guest.troubles == []


def test_pictures_are_there_on_a_large_screen_too(dense: Kept) -> None:
    with dense.visited({"width": 1600, "height": 1000}) as guest:
        dense.cut_off(guest)
        guest.opens(f"{dense.url}/portfolio/posters")
        assert broken_pictures(guest) == []
        assert guest.troubles == []


LINKS = """() => {
    const links = [...document.querySelectorAll("header a, footer a")];
    const own = links.filter(({ origin, hreflang }) => origin === location.origin && !hreflang);
    return [...new Set(own.map((link) => link.getAttribute("href")))].filter((href) => /^[\\w/-]+$/.test(href));
}"""
"""The pages that the navigation and the footer lead to, in the page's language."""


def test_links_are_followed_without_a_document(kept: Kept) -> None:
    language, other = ENGLISH, CZECH
    with kept.visited(DESK) as guest:
        kept.cut_off(guest)
        guest.opens(f"{kept.url}{language.prefix}/pricing?from=letter")
        guest.page.evaluate("window.stays = true")
        paths = guest.page.evaluate(LINKS)
        assert len(paths) >= 8
        for path in (*paths, f"{language.prefix}/contact", f"{other.prefix}/contact"):
            follow(guest.page, path)
            guest.until(f"new URL(document.querySelector('link[rel=canonical]').href).pathname === '{path}'")
            assert broken_pictures(guest) == [], path
        assert guest.page.evaluate("document.documentElement.lang") == other.code
        assert guest.page.evaluate("window.stays") is True
        assert guest.troubles == []


def test_a_link_to_what_is_not_kept_leads_to_the_offline_page_every_time(kept: Kept) -> None:
    with kept.visited() as guest:
        kept.cut_off(guest)
        for _ in range(2):
            guest.opens(f"{kept.url}/patreon")
            guest.page.evaluate("document.querySelector('main a[href=\"/patreon/private\"]').click()")
            guest.page.wait_for_url("**/patreon/private")
            expect(guest.page).to_have_title(re.compile("^Jste bez připojení"))
        assert not [url for url in guest.requests if "/configure" in url], "there is nothing to report"


def until_remembered(guest: Visitor, language: str) -> None:
    """Waits until the worker knows the page's language."""
    remembered = "caches.match('/language').then((kept) => kept?.text())"
    guest.poll(lambda: guest.page.evaluate(remembered) == language, f"the worker to remember {language}")


def test_root_opens_in_the_language_last_used(kept: Kept) -> None:
    site = kept.url
    with kept.visited() as guest:
        guest.opens(f"{site}/en/about")
        guest.opens(f"{site}/")
        assert guest.page.url == f"{site}/", "online the server decides, and the browser's language is Czech"
        guest.opens(f"{site}/en/contact")
        until_remembered(guest, "en")
        kept.cut_off(guest)
        guest.opens(f"{site}/?from=letter")
        assert guest.page.url == f"{site}/en?from=letter"
        guest.page.evaluate("document.querySelector('a[hreflang=cs]').click()")
        guest.page.wait_for_url(f"{site}/?from=letter")
        until_remembered(guest, "cs")
        guest.opens(f"{site}/")
        assert guest.page.url == f"{site}/"
        assert guest.page.evaluate("document.documentElement.lang") == "cs"


def stalls(guest: Visitor, url: str) -> None:
    """The server takes the question for `url`, and never answers."""
    guest.page.context.route(url, lambda _: None)


def breaks_down(guest: Visitor, url: str) -> None:
    """The server has nothing but an error for `url`."""
    guest.page.context.route(url, lambda route: route.fulfill(status=503))


@pytest.mark.parametrize(
    ("fails", "language"), [(stalls, ENGLISH), (breaks_down, CZECH)], ids=["stalls", "breaks down"]
)
def test_root_opens_whatever_becomes_of_the_server(
    kept: Kept, fails: Callable[[Visitor, str], None], language: Language
) -> None:
    with kept.visited() as guest:
        guest.opens(f"{kept.url}{language.prefix}/about")
        until_remembered(guest, language.code)
        fails(guest, f"{kept.url}/")
        guest.opens(f"{kept.url}/")
        assert guest.page.url == f"{kept.url}{language.prefix or '/'}"
        assert guest.page.evaluate("document.documentElement.lang") == language.code
        assert broken_pictures(guest) == []


def test_the_worker_does_not_change_what_the_server_says_of_root(dense: Kept) -> None:
    with dense.visited() as guest:
        guest.opens(f"{dense.url}/")
        assert guest.page.url == f"{dense.url}/en", "an English browser without a cookie"


@pytest.mark.parametrize(
    ("path", "language", "heading"),
    [
        ("/nope", "cs", "Jste bez připojení"),
        ("/en/patreon/private/12345", "en", "You are offline"),
        ("/patreon/callback", "cs", "Jste bez připojení"),
        ("/en/patreon/login?next=/en/patreon", "en", "You are offline"),
    ],
)
def test_what_is_not_kept_gets_the_offline_page(kept: Kept, path: str, language: str, heading: str) -> None:
    with kept.visited() as guest:
        guest.page.context.set_offline(True)
        guest.page.goto(kept.url + path)
        assert guest.page.locator("h1").inner_text().lower() == heading.lower()
        assert guest.page.evaluate("document.documentElement.lang") == language
        back = guest.page.locator("#back a")
        assert not back.is_visible()
        guest.page.locator("#kept[data-known]").wait_for()
        for place in PUBLIC:
            if place.language.code == language:
                assert guest.page.locator(f'nav a[href="{place.path}"]').is_visible(), place.path
        guest.page.context.set_offline(False)
        back.wait_for()
        assert guest.troubles == []
        with guest.page.expect_response(kept.url + path):
            back.click()


def test_online_an_unknown_page_is_the_servers_own(kept: Kept) -> None:
    with kept.visited() as guest:
        answer = guest.page.goto(f"{kept.url}/nope")
        assert answer and answer.status == 404


def test_online_signing_in_is_between_the_browser_and_the_server(kept: Kept) -> None:
    with kept.visited() as guest:
        for path, answers in (("/about", True), ("/patreon/callback", False), ("/en/patreon/login", False)):
            answer = guest.page.goto(kept.url + path)
            assert answer and answer.ok and answer.from_service_worker is answers, path


def test_cold_start_without_a_network(browser: Browser, site: str, tmp_path: Path) -> None:
    def start():
        return browser.browser_type.launch_persistent_context(
            tmp_path, executable_path=executable(), args=ARGUMENTS, locale="cs-CZ"
        )

    with proxied(site) as proxy:
        context = start()
        install_offline_site(Visitor(context.new_page()), f"{proxy.url}/")
        context.close()
        proxy.cut()
        context = start()
        try:
            context.set_offline(True)
            guest = Visitor(context.new_page())
            guest.opens(f"{proxy.url}/")
            assert broken_pictures(guest) == []
            assert guest.troubles == []
        finally:
            context.close()


def test_members_data_is_in_no_cache(kept: Kept) -> None:
    with kept.visited() as guest:
        for path in ("/patreon/private", "/en/patreon/private/12345", "/patreon/callback", "/config.json", "/nope"):
            guest.page.goto(kept.url + path)
        guest.opens(f"{kept.url}/patreon")
        guest.page.evaluate("Promise.all(['/config.json', '/', '/_health'].map((path) => fetch(path)))")
        urls = [url for urls in cached_urls(guest).values() for url in urls]
        assert len(urls) > 100
        assert not [url for url in urls if FOR_MEMBERS.search(url) or url in (f"{kept.url}/", f"{kept.url}/nope")]
