from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.support.accessibility import PHONE
from tests.support.visitor import Visitor, visitor

pytestmark = pytest.mark.mostly_nightly


@pytest.fixture
def guest(browser: Browser, site: str) -> Iterator[Visitor]:
    with visitor(browser, viewport=PHONE) as opened:
        opened.opens(f"{site}/pricing")
        opened.page.locator("header summary").click()
        expect(items(opened).first).to_be_visible()
        yield opened
        assert opened.troubles == []


def items(guest: Visitor) -> Locator:
    return guest.page.locator("header details nav a")


@pytest.mark.main
def test_an_item_of_the_current_page_closes_the_menu(guest: Visitor) -> None:
    guest.page.locator("header details a[href='/pricing']").click()
    expect(items(guest).first).to_be_hidden()


@pytest.mark.main
def test_escape_closes_the_menu(guest: Visitor) -> None:
    items(guest).nth(2).focus()
    guest.page.keyboard.press("Escape")
    expect(items(guest).first).to_be_hidden()
    expect(guest.page.locator("header summary")).to_be_focused()


@pytest.mark.main
def test_the_focus_does_not_go_behind_the_menu(guest: Visitor) -> None:
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
