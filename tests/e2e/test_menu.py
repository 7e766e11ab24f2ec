from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.support.accessibility import PHONE
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly

VISITOR = {"viewport": PHONE}


@pytest.fixture
def guest(guest: Visitor, site: str) -> Iterator[Visitor]:
    guest.opens(f"{site}/pricing")
    guest.page.locator("header summary").click()
    expect(items(guest).first).to_be_visible()
    yield guest
    assert guest.troubles == []


def items(guest: Visitor) -> Locator:
    return guest.page.locator("header details nav a")


@pytest.mark.main
def test_the_menu_closes(guest: Visitor) -> None:
    summary = guest.page.locator("header summary")
    guest.page.locator("header details a[href='/pricing']").click()
    expect(items(guest).first, "a link to the current page closes it").to_be_hidden()
    summary.click()
    items(guest).nth(2).focus()
    guest.page.keyboard.press("Escape")
    expect(items(guest).first, "Escape closes it").to_be_hidden()
    expect(summary).to_be_focused()
    summary.click()
    items(guest).last.focus()
    guest.page.keyboard.press("Shift+Tab")
    expect(items(guest).first).to_be_visible()
    items(guest).last.focus()
    guest.page.keyboard.press("Tab")
    expect(items(guest).first).to_be_hidden()
    assert guest.page.evaluate("document.activeElement.closest('main') !== null")


def test_a_link_in_a_new_tab_leaves_the_menu_open(guest: Visitor) -> None:
    with guest.page.context.expect_page() as opened:
        items(guest).first.click(modifiers=["ControlOrMeta"])
    opened.value.close()
    expect(items(guest).first).to_be_visible()
