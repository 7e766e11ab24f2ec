from collections.abc import Mapping
from pathlib import Path

from app.content.inquiry import KINDS
from tests.support.engines.engine import Tab
from tests.support.engines.steps import open_application
from tests.support.inquiries import FAST_CLOCK, FILLED, PDF, InquirySite, until
from tests.support.inquiry_form import SCRIPT_IS_READY

FORM = "/en/inquiry"
STATE = "document.getElementById('inquiry-state').textContent"
SUBMIT = "#inquiry-form button[type=submit]"
NAMES_OF_CHOICES = {"what"} | {each.name for fields in KINDS.values() for each in fields if each.control == "choice"}


def choose(tab: Tab, values: Mapping[str, str]) -> None:
    for name, value in values.items():
        tab.select(f"#inquiry-{name}", value)


def fill_in(tab: Tab, values: Mapping[str, str] = FILLED) -> None:
    for name, value in values.items():
        if name in NAMES_OF_CHOICES:
            choose(tab, {name: value})
        else:
            tab.write(f"#inquiry-{name}", value.replace("\n", " "))


def send(tab: Tab, site: str, file: Path) -> None:
    open_application(tab, site + FORM)
    tab.until(SCRIPT_IS_READY)
    tab.evaluate(f"void (() => {FAST_CLOCK})()")
    fill_in(tab)
    tab.upload("#inquiry-files", file)
    tab.click(SUBMIT)


def wait_until_stored(inquiry_site: InquirySite) -> str:
    until(inquiry_site.stored, "the inquiry")
    [stored] = inquiry_site.stored()
    assert stored.inquiry.name == FILLED["name"]
    assert [file.open().read() for file in stored.files] == [PDF]
    return stored.inquiry.reference
