import pytest

from tests.support.engines.engine import Engine, Tab
from tests.support.state_site import StateSite

pytestmark = pytest.mark.nightly

PLUS = "main button:nth-of-type(2)"


def wait_for(tab: Tab, id: str, text: str) -> None:
    tab.until(f"document.getElementById('{id}').textContent.includes('{text}')")


def test_acts_before_and_after_the_application(each_engine: Engine, stateful_site: StateSite) -> None:
    with each_engine.tab(390, 844) as tab:
        tab.visit(f"{stateful_site.url}/en/counter")
        tab.click(PLUS)
        tab.click(PLUS)
        wait_for(tab, "count", "2")
        tab.click(PLUS)
        wait_for(tab, "doubled", "6")
        stateful_site.proxy.cut()
        tab.click(PLUS)
        stateful_site.proxy.restore()
        wait_for(tab, "count", "4")
        tab.visit(f"{stateful_site.url}/en/todo")
        tab.write("#item", "Order ink")
        tab.press("Enter")
        wait_for(tab, "items", "Order ink")
