import re
from typing import Any

from playwright.sync_api import Page, expect

from app.content.portfolio import category
from tests.support.visitor import Visitor

PATH = "/portfolio/weddings"
IDS = [
    f"{work.slug}/{number}" if work.views else work.slug
    for work in category("weddings").works
    for number in range(1, 2 + len(work.views))
]
FLOWS: dict[str, Any] = {"reduced_motion": "reduce"}
"""Browser options that prevent fullpage.js from starting."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
CURRENT = "dialog li:not([inert]) img"
SHOWN = f"document.querySelector('{CURRENT}')?.naturalWidth && document.querySelector('{CURRENT}').complete"


def assert_picture_open(guest: Visitor, number: int, path: str = PATH) -> None:
    expect(guest.page.locator("dialog > div").first).to_contain_text(re.compile(rf"\b{number} (/|of)\s{len(IDS)}"))
    guest.until(f"location.pathname + location.hash === '{path}#{IDS[number - 1]}/large'")
    guest.until(SHOWN)
    guest.until("[...document.querySelectorAll('dialog li')].filter((cell) => !cell.inert).length === 1")
    guest.until("document.querySelector('dialog')?.matches(':modal')")


def assert_no_picture_open(guest: Visitor, path: str = PATH) -> None:
    guest.until(f"location.pathname === '{path}' && !location.hash.endsWith('/large')")
    guest.until("!document.querySelector('dialog[open]')")


def press_picture(page: Page, number: int) -> None:
    """Waits for the gallery's dialog, then clicks a picture. Until the dialog exists, a click opens the image file."""
    page.wait_for_selector("dialog", state="attached")
    click_picture(page, number)


def click_picture(page: Page, number: int) -> None:
    page.locator(f"[id='{IDS[number - 1]}'] picture").click()


def assert_picture_focused(guest: Visitor, number: int) -> None:
    id = IDS[number - 1]
    guest.until(f"document.activeElement.matches('a') && document.activeElement.closest('[id]').id === '{id}'")
    expect(guest.page.locator(f"[id='{id}'] a:has(img)")).to_be_in_viewport()
