"""Navigation falls back to a full page load if the next page's script is missing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.builds import Deployment
from tests.support.clockwork import (
    CONTACT,
    Guest,
    assert_contact_stays,
    assert_shows_error,
    remove_page_script,
)
from tests.support.service_worker import install_offline_site
from tests.support.visitor import SAVE_DATA, Visitor, follow, move, visitor

pytestmark = pytest.mark.mostly_nightly


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guest]:
    with visitor(browser) as guest:
        yield Guest(guest.page)


@pytest.mark.main
def test_a_page_whose_chunk_is_missing_is_loaded_as_a_document(guest: Guest, site: str) -> None:
    remove_page_script(guest, "contact")
    guest.enters(f"{site}/about")
    guest.documents.clear()
    guest.page.evaluate("document.querySelector(`a[href='/contact']`).click()")
    guest.page.wait_for_url(f"{site}/contact")
    assert_contact_stays(guest)
    assert guest.documents == [f"{site}/contact"]
    guest.page.locator("footer a[href='/links']").click()
    guest.page.wait_for_url(f"{site}/links")
    guest.acts()


def test_a_page_whose_own_chunk_is_missing_is_reloaded_once_in_ten_seconds(guest: Guest, site: str) -> None:
    remove_page_script(guest, "contact")
    guest.reads(f"{site}/contact")
    assert_is_reloaded(guest, f"{site}/contact")
    assert_contact_stays(guest)
    guest.passes(20_000)
    assert_contact_stays(guest)
    assert guest.documents == [f"{site}/contact"] * 2, "another attempt of the same document reloads nothing"
    guest.reads(f"{site}/contact")
    assert_is_reloaded(guest, *[f"{site}/contact"] * 3)
    [logged, *_] = [line for line in guest.console if line.startswith("error: Error while mounting app:")]
    assert "Failed to load" in logged
    assert not [line for line in guest.console if line.startswith("uncaught")]


def assert_is_reloaded(guest: Guest, *before: str) -> None:
    """Asserts that the visitor's first action reloads the page. `before` lists the documents loaded so far."""
    guest.page.evaluate("window.marked = true")

    def is_loaded() -> bool:
        if len(guest.documents) == len(before):
            move(guest.page)
            guest.page.clock.run_for(1)
        return guest.documents == [*before, before[-1]]

    guest.poll(is_loaded, "a reload")
    guest.until("window.marked !== true")


def test_a_second_failure_shows_the_error_page(guest: Guest, site: str) -> None:
    remove_page_script(guest, "contact", lambda request: not guest.page.url.endswith("/contact"))
    guest.enters(f"{site}/about")
    guest.follows("/contact")
    guest.poll(lambda: guest.documents == [f"{site}/about", f"{site}/contact"], "a document")
    guest.enters(f"{site}/about")
    guest.documents.clear()
    guest.page.evaluate("document.querySelector(`a[href='/contact']`).click()")
    assert_shows_error(guest, "Failed to load script")
    assert guest.is_in_the_same_document and guest.documents == []
    guest.page.evaluate("() => { history.back() }")
    guest.poll(lambda: len(guest.documents) == 1, "another document")


def test_back_to_a_page_whose_chunk_is_missing(guest: Guest, site: str) -> None:
    guest.enters(f"{site}/contact#content")
    guest.follows("/about")
    guest.page.reload()
    guest.acts()
    guest.page.evaluate("window.marked = true")
    remove_page_script(guest, "contact")
    guest.documents.clear()
    guest.page.evaluate("() => { history.back() }")
    guest.page.wait_for_url(f"{site}/contact#content")
    guest.until("window.marked !== true")  # wait, because the document loads after the URL has changed
    assert_contact_stays(guest)
    assert len(guest.documents) == 1


def test_a_chunk_within_a_page(guest: Guest, site: str) -> None:
    fail = "void Promise.reject(Object.assign(new Error('chunk'), { name: 'ChunkLoadError' }))"
    guest.enters(f"{site}/contact")
    guest.page.evaluate(fail)
    guest.loads(*[f"{site}/contact"] * 2)
    guest.settle()
    guest.page.evaluate(fail)
    assert_shows_error(guest, "chunk")
    assert guest.documents == [f"{site}/contact"] * 2


def test_a_chunk_that_the_server_has_lost(guest: Guest, browser: Browser, deployed: Deployment) -> None:
    with visitor(browser, worker=True) as equipped:
        install_offline_site(equipped, f"{deployed.url}/about")
        deployed.loses("contact")
        assert_has_the_chunk(equipped, deployed.url)
    # Turn on data saver to disable prefetching, because some prefetches never finish in Chromium.
    guest.page.add_init_script(SAVE_DATA)
    guest.enters(f"{deployed.url}/about")
    guest.documents.clear()
    guest.page.evaluate("document.querySelector(`a[href='/contact']`).click()")
    guest.page.wait_for_url(f"{deployed.url}/contact")
    assert_contact_stays(guest)
    assert guest.documents == [f"{deployed.url}/contact"]


def assert_has_the_chunk(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/about")
    guest.until("navigator.serviceWorker.controller")
    guest.page.evaluate("window.marked = true")
    guest.requests.clear()
    follow(guest.page, "/contact")
    expect(guest.page.locator("h1")).to_contain_text(CONTACT)
    assert guest.page.evaluate("window.marked"), "a document was loaded"
    guest.opens(f"{site}/contact")
    guest.settle()
    expect(guest.page.locator("h1")).to_contain_text(CONTACT)
    assert guest.troubles == []
