from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.engines.engine import Engine, Tab
from tests.support.engines.forms import STATE, send, wait_until_stored
from tests.support.engines.steps import BROKEN, at, install_offline_site, open_application, start_application
from tests.support.inquiries import InquirySite
from tests.support.proxy import Proxy, proxied
from tests.support.workshops import LISTED, needs_dates

pytestmark = pytest.mark.mostly_nightly

LISTING = "/en/vouchers/workshop"
CACHED = ("/portfolio/weddings", LISTING)
DATE = f"/en/workshops/{LISTED[-1].id}"
HEADING = "document.querySelector('h1').textContent"


@pytest.fixture
def offline(phone: Tab, network: Proxy) -> Iterator[Tab]:
    network.cut()
    yield phone
    network.restore()


@pytest.mark.main
def test_cached_pages_open(offline: Tab, site: str) -> None:
    for path in CACHED:
        open_application(offline, site + path)
        assert offline.evaluate("document.documentElement.lang") == ("en" if path.startswith("/en") else "cs")
        assert offline.evaluate(BROKEN) == []
    offline.evaluate("window.stays = true")
    offline.click("footer a[href='/en/links']")
    offline.until("document.querySelector('link[rel=canonical]').href.endsWith('/en/links')")
    assert offline.evaluate("window.stays"), "the link has loaded a document"


def test_an_unknown_page_shows_the_offline_page_until_the_network_is_back(
    offline: Tab, site: str, network: Proxy
) -> None:
    offline.visit(f"{site}/en/nope")
    assert offline.evaluate(HEADING) == "You’re offline"
    offline.until("document.querySelector('#kept[data-known]')")
    assert not offline.holds("document.querySelector('#back a').getClientRects().length")
    network.restore()
    offline.evaluate("void dispatchEvent(new Event('online'))")
    offline.until("document.querySelector('#back a').getClientRects().length")
    offline.click("#back a")
    offline.until("document.querySelector('main')?.textContent.includes('404')")


@needs_dates
def test_a_link_to_a_page_that_is_not_precached_shows_the_offline_page(offline: Tab, site: str) -> None:
    open_application(offline, site + LISTING)
    offline.click(f"main a[href='{DATE}']")
    offline.until(f"{at(DATE)} && {HEADING} === 'You’re offline'")
    offline.back()
    offline.until(at(LISTING))
    start_application(offline)  # without input, the restored page might not start the application


def test_an_inquiry_arrives_later(each_engine: Engine, inquiry_site: InquirySite, plate: Path) -> None:
    with proxied(inquiry_site.url) as network, each_engine.visitor() as open_tab:
        install_offline_site(open_tab(390, 844), f"{network.url}/en/contact")
        network.cut()
        tab = open_tab(390, 844)
        send(tab, network.url, plate)
        tab.until(f"{STATE}.includes('waits in this browser')")
        assert inquiry_site.stored() == []
        network.restore()
        open_tab(390, 844).visit(f"{network.url}/en/contact")
        wait_until_stored(inquiry_site)
