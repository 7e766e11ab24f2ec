from playwright.sync_api import FilePayload, Page

from tests.support.inquiries import FILLED, PDF
from tests.support.proxy import Proxy
from tests.support.visitor import Visitor

PLATE: FilePayload = {"name": "plate.pdf", "mimeType": "application/pdf", "buffer": PDF}
WRONG_FILE: FilePayload = {**PLATE, "buffer": b"no document"}
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


def go_offline(page: Page, proxy: Proxy) -> None:
    page.context.set_offline(True)
    proxy.cut()


def go_online(page: Page, proxy: Proxy) -> None:
    proxy.restore()
    page.context.set_offline(False)
