"""The form of an inquiry in a browser: opened, filled in, and without a network."""

from playwright.sync_api import Page

from tests.support.inquiries import FILLED
from tests.support.proxy import Proxy
from tests.support.visitor import Visitor


def fill_in(page: Page, **values: str) -> None:
    """Fills in the form."""
    for name, value in (FILLED | values).items():
        field = page.locator(f"#inquiry-{name}")
        if name in ("what", "colours", "paper"):
            field.select_option(value)
        else:
            field.fill(value)


def open_form(guest: Visitor, url: str) -> None:
    """Opens the form and waits for its script."""
    guest.reads(url)
    wait_for_form_script(guest)


def wait_for_form_script(guest: Visitor) -> None:
    """Acts on the form that is open and waits for its script."""
    guest.acts()
    guest.until("document.getElementById('inquiry-form')?.noValidate")


def problem(page: Page, name: str):
    return page.locator(f"#inquiry-{name}-problem")


def go_offline(page: Page, proxy: Proxy) -> None:
    """Takes the network away."""
    page.context.set_offline(True)
    proxy.cut()


def go_online(page: Page, proxy: Proxy) -> None:
    """Gives it back."""
    proxy.restore()
    page.context.set_offline(False)
