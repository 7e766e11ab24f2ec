"""The first act brings the application, in every engine."""

import pytest

from tests.support.engines import Engine, Tab
from tests.support.visitor import HYDRATED

PAGE = "/en/contact"


def key(tab: Tab) -> None:
    tab.press("Tab")


def pointer(tab: Tab) -> None:
    tab.act()


def wheel(tab: Tab) -> None:
    tab.wheel(100)


@pytest.mark.parametrize("act", [key, pointer, wheel])
def test_first_act_brings_the_application(each_engine: Engine, site: str, act) -> None:
    with each_engine.tab(390, 844) as tab:
        tab.visit(site + PAGE)
        act(tab)
        tab.until(HYDRATED)
        assert tab.console == []
