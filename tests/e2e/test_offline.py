import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, ViewportSize, expect

from app.i18n import Language
from builder.inputs import DIST
from tests.support.accessibility import PHONE
from tests.support.chromium import ARGUMENTS, executable
from tests.support.languages import CZECH, ENGLISH
from tests.support.pages import KINDS, PRECACHED
from tests.support.proxy import Proxy, proxied
from tests.support.service_worker import broken_pictures, cached_urls, install_offline_site
from tests.support.visitor import Visitor, visitor

pytestmark = pytest.mark.mostly_nightly

FOR_MEMBERS = re.compile(
    r"/patreon/(private|login|callback|logout|webhook)|/_event|/_health|/config\.json|/builds/|/private-"
)

SIZE = "async (url) => (await (await fetch(url)).blob()).size"


@dataclass
class OfflineBrowser:
    browser: BrowserContext
    proxy: Proxy

    @property
    def url(self) -> str:
        return self.proxy.url

    @contextmanager
    def visited(self, viewport: ViewportSize = PHONE) -> Iterator[Visitor]:
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
        self.browser.set_offline(True)
        self.proxy.cut()
        guest.requests.clear()


@contextmanager
def precached(browser: Browser, site: str, **options: object) -> Iterator[OfflineBrowser]:
    with proxied(site) as proxy, visitor(browser, worker=True, **options) as guest:  # pyright: ignore[reportArgumentType]
        install_offline_site(guest, f"{proxy.url}/contact")
        guest.page.goto("about:blank")
        yield OfflineBrowser(guest.page.context, proxy)


@pytest.fixture(scope="module")
def cached(browser: Browser, site: str) -> Iterator[OfflineBrowser]:
    with precached(browser, site) as cached:
        yield cached


@pytest.fixture
def guest(cached: OfflineBrowser) -> Iterator[Visitor]:
    with cached.visited() as guest:
        yield guest


@pytest.mark.main
def test_after_one_visit_each_kind_of_page_works_offline(cached: OfflineBrowser, guest: Visitor) -> None:
    """Opens one page of each kind. `tests/engines/test_every_page.py` opens all pages."""
    cached.cut_off(guest)
    for place in KINDS:
        if place in PRECACHED and place.path != "/":
            guest.opens(cached.url + place.path)
            assert broken_pictures(guest) == [], place.path
    assert guest.troubles == []


def test_pictures_work_offline_on_a_large_screen(browser: Browser, site: str) -> None:
    with (
        precached(browser, site, device_scale_factor=2) as dense,
        dense.visited({"width": 1600, "height": 1000}) as guest,
    ):
        dense.cut_off(guest)
        guest.opens(f"{dense.url}/portfolio/posters")
        assert broken_pictures(guest) == []
        assert guest.troubles == []


@pytest.mark.main
def test_a_seen_picture_replaces_the_same_picture_at_another_width(cached: OfflineBrowser, guest: Visitor) -> None:
    """Only AVIF pictures are precached. Offline, browsers without AVIF reuse loaded pictures of other widths."""
    folder = DIST / "site/pictures"
    wide = min(folder.glob("*-1200.*.webp"))
    [narrow] = folder.glob(f"{wide.name.partition('-1200.')[0]}-600.*.webp")
    guest.reads(f"{cached.url}/contact")
    sizes = []
    for file in (narrow, wide):
        sizes.append(guest.page.evaluate(SIZE, f"/pictures/{file.name}"))
        guest.poll(lambda: bool(cached_urls(guest).get("pictures")), "the picture to be cached")
        cached.cut_off(guest)
    assert sizes == [narrow.stat().st_size] * 2


def test_links_to_pages_that_are_not_cached_lead_to_the_offline_page(cached: OfflineBrowser, guest: Visitor) -> None:
    cached.cut_off(guest)
    for _ in range(2):
        guest.opens(f"{cached.url}/patreon")
        guest.page.evaluate("document.querySelector('main a[href=\"/patreon/private\"]').click()")
        guest.page.wait_for_url("**/patreon/private")
        expect(guest.page).to_have_title(re.compile("^Jste bez připojení"))
    assert not [url for url in guest.requests if "/configure" in url], "Sentry was loaded"


def until_remembered(guest: Visitor, language: str) -> None:
    remembered = "caches.match('/language').then((found) => found?.text())"
    guest.poll(lambda: guest.page.evaluate(remembered) == language, f"the worker to remember {language}")


@pytest.mark.main
def test_root_opens_in_the_language_last_used(cached: OfflineBrowser, guest: Visitor) -> None:
    site = cached.url
    guest.opens(f"{site}/en/about")
    guest.opens(f"{site}/")
    assert guest.page.url == f"{site}/", "the server's answer to / was not shown"
    guest.opens(f"{site}/en/contact")
    until_remembered(guest, "en")
    cached.cut_off(guest)
    guest.opens(f"{site}/?from=letter")
    assert guest.page.url == f"{site}/en?from=letter"
    guest.page.evaluate("document.querySelector('a[hreflang=cs]').click()")
    guest.page.wait_for_url(f"{site}/?from=letter")
    until_remembered(guest, "cs")
    guest.opens(f"{site}/")
    assert guest.page.url == f"{site}/"
    assert guest.page.evaluate("document.documentElement.lang") == "cs"


@pytest.mark.parametrize(
    ("answer", "language"),
    [(lambda route: None, ENGLISH), (lambda route: route.fulfill(status=503), CZECH)],
    ids=["stalls", "breaks down"],
)
def test_root_opens_when_the_server_fails(
    cached: OfflineBrowser, guest: Visitor, answer: Callable[[Route], None], language: Language
) -> None:
    guest.opens(f"{cached.url}{language.prefix}/about")
    until_remembered(guest, language.code)
    guest.page.context.route(f"{cached.url}/", answer)
    guest.opens(f"{cached.url}/")
    assert guest.page.url == f"{cached.url}{language.prefix or '/'}"
    assert guest.page.evaluate("document.documentElement.lang") == language.code
    assert broken_pictures(guest) == []


@pytest.mark.main
@pytest.mark.parametrize(
    ("path", "language", "heading"),
    [("/nope", "cs", "Jste bez připojení"), ("/en/patreon/login?next=/en/patreon", "en", "You’re offline")],
)
def test_the_offline_page_replaces_pages_that_are_not_cached(
    cached: OfflineBrowser, guest: Visitor, path: str, language: str, heading: str
) -> None:
    guest.page.context.set_offline(True)
    guest.page.goto(cached.url + path)
    expect(guest.page.locator("h1")).to_have_text(heading, ignore_case=True)
    assert guest.page.evaluate("document.documentElement.lang") == language
    back = guest.page.locator("#back a")
    expect(back).to_be_hidden()
    guest.page.locator("#kept[data-known]").wait_for()
    for place in PRECACHED:
        if place.language.code == language:
            expect(guest.page.locator(f'nav a[href="{place.path}"]'), place.path).to_be_visible()
    guest.page.context.set_offline(False)
    back.wait_for()
    assert guest.troubles == []
    with guest.page.expect_response(cached.url + path):
        back.click()


def test_sign_in_bypasses_the_service_worker(cached: OfflineBrowser, guest: Visitor) -> None:
    for path, answers in (("/about", True), ("/patreon/callback", False), ("/en/patreon/login", False)):
        answer = guest.page.goto(cached.url + path)
        assert answer and answer.ok and answer.from_service_worker is answers, path


def test_the_site_opens_offline_after_a_restart_of_the_browser(browser: Browser, site: str, tmp_path: Path) -> None:
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


@pytest.mark.main
def test_members_data_is_in_no_cache(cached: OfflineBrowser, guest: Visitor) -> None:
    for path in ("/patreon/private", "/en/patreon/private/12345", "/patreon/callback", "/config.json", "/nope"):
        guest.page.goto(cached.url + path)
    guest.opens(f"{cached.url}/patreon")
    guest.page.evaluate("Promise.all(['/config.json', '/', '/_health'].map((path) => fetch(path)))")
    urls = [url for urls in cached_urls(guest).values() for url in urls]
    assert len(urls) > 100
    assert not [url for url in urls if FOR_MEMBERS.search(url) or url in (f"{cached.url}/", f"{cached.url}/nope")]
