import pytest

from tests.support.engines.engine import Tab
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


def test_keys_and_history(phone: Tab, site: str) -> None:
    open_application(phone, f"{site}{PATH}#{IDS[0]}")
    phone.until(IN_VIEW)
    phone.click(PICTURE)
    wait_until_open(phone, 1)
    for key, number in {"ArrowRight": 2, "End": len(IDS), "ArrowLeft": len(IDS) - 1, "Home": 1}.items():
        phone.press(key)
        wait_until_open(phone, number)
    phone.press("ArrowLeft")  # has no effect, because the first picture is open
    phone.press("Escape")
    wait_until_closed(phone)
    phone.until("document.activeElement.matches('a')")
    phone.press("Enter")
    wait_until_open(phone, 1)
    phone.back()
    wait_until_closed(phone)
    phone.forward()
    wait_until_open(phone, 1)
    phone.click("dialog button")
    wait_until_closed(phone)
    assert phone.console == []


def test_back_after_a_reload_of_an_open_picture(phone: Tab, site: str) -> None:
    phone.visit(f"{site}/contact")
    open_application(phone, f"{site}{PATH}#{IDS[0]}")
    phone.click(PICTURE)
    wait_until_open(phone, 1)
    phone.reload()
    wait_until_open(phone, 1)
    phone.click("dialog button")
    wait_until_closed(phone)
    phone.back()
    phone.until(at("/contact"))
    assert phone.console == []


@pytest.mark.parametrize("engine_name", ["chromium", "firefox"], indirect=True, scope="module")
def test_swipes(phone: Tab, site: str) -> None:
    open_application(phone, f"{site}{PATH}#{IDS[0]}/large")
    wait_until_open(phone, 1)
    for by, number in ((-220, 2), (220, 1)):
        phone.swipe_at(195 - by / 2, 400, by)
        wait_until_open(phone, number)
    assert phone.console == []
