"""After one visit, the site works without a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.engines.engine import Engine, Person
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


@pytest.fixture(scope="module")
def network(shared_inquiry_site: InquirySite) -> Iterator[Proxy]:
    with proxied(shared_inquiry_site.url) as network:
        yield network


@pytest.fixture(scope="module")
def visited(each_engine: Engine, network: Proxy) -> Iterator[Person]:
    with each_engine.person() as person:
        install_offline_site(person.open(390, 844), f"{network.url}/en/contact")
        yield person


@pytest.fixture
def offline(visited: Person, network: Proxy) -> Iterator[Person]:
    network.cut()
    yield visited
    network.restore()


@pytest.mark.main
def test_cached_pages_open(offline: Person, network: Proxy) -> None:
    tab = offline.open(390, 844)
    for path in CACHED:
        open_application(tab, network.url + path)
        assert tab.evaluate("document.documentElement.lang") == ("en" if path.startswith("/en") else "cs")
        assert tab.evaluate(BROKEN) == []
    tab.evaluate("window.stays = true")
    tab.click("footer a[href='/en/links']")
    tab.until("document.querySelector('link[rel=canonical]').href.endsWith('/en/links')")
    assert tab.evaluate("window.stays"), "the link has loaded a document"


def test_an_unknown_page_shows_the_offline_page_until_the_network_is_back(offline: Person, network: Proxy) -> None:
    tab = offline.open(390, 844)
    tab.visit(f"{network.url}/en/nope")
    assert tab.evaluate(HEADING) == "You’re offline"
    tab.until("document.querySelector('#kept[data-known]')")
    assert not tab.holds("document.querySelector('#back a').getClientRects().length")
    network.restore()
    tab.evaluate("void dispatchEvent(new Event('online'))")
    tab.until("document.querySelector('#back a').getClientRects().length")
    tab.click("#back a")
    tab.until("document.querySelector('main')?.textContent.includes('404')")


@needs_dates
def test_a_link_to_a_page_that_is_not_precached_shows_the_offline_page(offline: Person, network: Proxy) -> None:
    tab = offline.open(390, 844)
    open_application(tab, network.url + LISTING)
    tab.click(f"main a[href='{DATE}']")
    tab.until(f"{at(DATE)} && {HEADING} === 'You’re offline'")
    tab.back()
    tab.until(at(LISTING))
    start_application(tab)  # without input, the restored page might not start the application


def test_an_inquiry_arrives_later(offline: Person, network: Proxy, inquiry_site: InquirySite, plate: Path) -> None:
    tab = offline.open(390, 844)
    send(tab, network.url, plate)
    tab.until(f"{STATE}.includes('waits in this browser')")
    assert inquiry_site.stored() == []
    network.restore()
    offline.open(390, 844).visit(f"{network.url}/en/contact")
    wait_until_stored(inquiry_site)
