"""The form of an inquiry in a browser: opened, filled in, and without a network."""

from playwright.sync_api import Page

from tests.support.inquiries import FILLED
from tests.support.proxy import Proxy
from tests.support.visitor import Visitor


def write(page: Page, **values: str) -> None:
    """Fills in the form."""
    for name, value in (FILLED | values).items():
        field = page.locator(f"#inquiry-{name}")
        if name in ("what", "colours", "paper"):
            field.select_option(value)
        else:
            field.fill(value)


def enhanced(guest: Visitor, url: str) -> None:
    """Opens the form and waits for its script."""
    guest.reads(url)
    enhanced_here(guest)


def enhanced_here(guest: Visitor) -> None:
    """Acts on the form that is open and waits for its script."""
    guest.acts()
    guest.until("document.getElementById('inquiry-form')?.noValidate")


def problem(page: Page, name: str):
    return page.locator(f"#inquiry-{name}-problem")


def cuts(page: Page, proxy: Proxy) -> None:
    """Takes the network away."""
    page.context.set_offline(True)
    proxy.cut()


def mends(page: Page, proxy: Proxy) -> None:
    """Gives it back."""
    proxy.restore()
    page.context.set_offline(False)
