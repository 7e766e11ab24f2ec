from playwright.sync_api import Page, Route

from tests.support.inquiries import FILLED
from tests.support.proxy import Proxy
from tests.support.visitor import Visitor

SCRIPT_IS_READY = "document.getElementById('inquiry-form')?.noValidate"


def open_form(guest: Visitor, url: str) -> None:
    guest.reads(url)
    wait_for_form_script(guest)


def wait_for_form_script(guest: Visitor) -> None:
    """Moves the mouse, which loads the form's script."""
    guest.acts()
    guest.until(SCRIPT_IS_READY)


def element(page: Page, name: str):
    return page.locator(f"#inquiry-{name}")


def problem(page: Page, name: str):
    return element(page, f"{name}-problem")


def fill_in(page: Page, **values: str) -> None:
    for name, value in (FILLED | values).items():
        if name in ("what", "colours", "paper"):
            element(page, name).select_option(value)
        else:
            element(page, name).fill(value)


def submit(page: Page) -> None:
    page.locator("button[type=submit]").click()


def hold_requests(page: Page, pattern: str = "**/inquiries") -> list[Route]:
    """Blocks all further requests that match `pattern`. Returns the list to which each blocked request is added."""
    held: list[Route] = []
    page.context.route(pattern, lambda route: held.append(route))
    return held


def release(guest: Visitor, held: list[Route]) -> None:
    guest.poll(lambda: bool(held), "a request")
    held[0].continue_()


def go_offline(page: Page, proxy: Proxy) -> None:
    page.context.set_offline(True)
    proxy.cut()


def go_online(page: Page, proxy: Proxy) -> None:
    proxy.restore()
    page.context.set_offline(False)
