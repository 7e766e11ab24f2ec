import pytest
from playwright.sync_api import Browser, expect

from tests.support.breaking import reject
from tests.support.reporting import SAMPLED, guest_of
from tests.support.visitor import Visitor
from tests.support.waiting import LATEST, wait_for_message, wait_for_request
from tests.support.weights import lazy

pytestmark = pytest.mark.mostly_nightly


@pytest.mark.main
def test_an_error_without_a_dsn_fetches_nothing(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/about")
    reject(guest.page, "the ink has dried")
    expect(guest.page.locator("h1")).to_have_text("the ink has dried")
    wait_for_request(guest, LATEST)
    guest.settle()
    assert not {url.rpartition("/")[2] for url in guest.requests} & {"config.json", *lazy()}


def site_messages(guest: Visitor) -> list[str]:
    return [line for line in guest.console if not line.startswith("error: Failed to load resource")]


def test_visitors_do_not_notice_that_sentry_is_unreachable(browser: Browser, watched: str) -> None:
    with guest_of(browser, SAMPLED) as guest:
        guest.page.route("**/envelope/**", lambda route: route.abort("connectionrefused"))
        guest.opens(f"{watched}/about")
        guest.poll(lambda: any("/envelope/" in url for url in guest.requests), "an envelope")
        guest.page.locator("header a[href='/contact']:visible").click()
        guest.page.wait_for_url(f"{watched}/contact")
        expect(guest.page.locator("footer")).to_have_count(1)
        for number in range(3):
            guest.page.evaluate("number => console.warn(number)", number)
        assert [line for line in site_messages(guest) if not line.startswith("warning: ")] == []
        reject(guest.page, "and now this")
        expect(guest.page.locator("h1")).to_have_text("and now this")
        guest.page.get_by_role("link").click()
        guest.page.wait_for_url(f"{watched}/")
        guest.acts()
        wait_for_message(guest, "uncaught: and now this")
        assert [line for line in site_messages(guest) if "warning: " not in line] == ["uncaught: and now this"]
