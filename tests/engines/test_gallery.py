"""A picture opens in a dialog, and Back closes it."""

import pytest

from tests.support.engines import Engine, Tab
from tests.support.engines.steps import at, open_application
from tests.support.gallery import IDS, PATH, SHOWN

PICTURE = f"[id='{IDS[0]}'] picture"
IN_VIEW = f"""(({{ top, bottom }}) => top >= 0 && bottom <= innerHeight)(
    document.querySelector("{PICTURE}").getBoundingClientRect())"""


def wait_until_open(tab: Tab, number: int) -> None:
    tab.until(f"location.hash === '#{IDS[number - 1]}/large' && document.querySelector('dialog')?.matches(':modal')")
    tab.until(SHOWN)


def wait_until_closed(tab: Tab) -> None:
    tab.until(f"{at(PATH)} && !location.hash.endsWith('/large') && !document.querySelector('dialog[open]')")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_keys_and_history(each_engine: Engine, site: str, width: int, height: int) -> None:
    with each_engine.tab(width, height) as tab:
        open_application(tab, f"{site}{PATH}#{IDS[0]}")
        tab.until(IN_VIEW)
        tab.click(PICTURE)
        wait_until_open(tab, 1)
        for key, number in {"ArrowRight": 2, "End": len(IDS), "ArrowLeft": len(IDS) - 1, "Home": 1}.items():
            tab.press(key)
            wait_until_open(tab, number)
        tab.press("Escape")
        wait_until_closed(tab)
        tab.until("document.activeElement.matches('a')")
        tab.press("Enter")
        wait_until_open(tab, 1)
        tab.back()
        wait_until_closed(tab)
        tab.forward()
        wait_until_open(tab, 1)
        tab.click("dialog button")
        wait_until_closed(tab)
        assert tab.console == []
