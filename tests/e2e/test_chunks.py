"""Navigation falls back to a full page load if the next page's script is missing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.clockwork import (
    Guest,
    assert_contact_stays,
    assert_shows_error,
    remove_page_script,
)
from tests.support.visitor import visitor

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
