"""The inquiry form works with and without JavaScript."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.engines import Chromium, Engine, Look, engine
from tests.support.engines.forms import FORM, STATE, SUBMIT, fill_in, send, wait_until_stored
from tests.support.engines.steps import at
from tests.support.inquiries import FILLED, InquirySite, until

SCRIPTLESS = Look(has_scripts=False)


def test_an_inquiry_with_a_file_arrives(each_engine: Engine, inquiry_site: InquirySite, plate: Path) -> None:
    with each_engine.tab(390, 844) as tab:
        send(tab, inquiry_site.url, plate)
        reference = wait_until_stored(inquiry_site)
        tab.until(f"{STATE}.includes('{reference}')")
        assert tab.console == []
    until(lambda: len(inquiry_site.mailbox.mails) == 2, "both mails")


@pytest.fixture(scope="module")
def scriptless(engine_name: str, browser: Browser) -> Iterator[Engine]:
    if engine_name == "chromium":
        yield Chromium(browser, SCRIPTLESS)
        return
    with engine(engine_name, SCRIPTLESS) as running:
        yield running


def test_without_javascript_the_form_is_corrected_and_sent(scriptless: Engine, inquiry_site: InquirySite) -> None:
    with scriptless.tab(390, 844) as tab:
        tab.visit(inquiry_site.url + FORM)
        fill_in(tab, pieces="none")
        tab.click(SUBMIT)
        tab.until("document.querySelector('#inquiry-pieces-problem')?.textContent")
        assert (tab.value("#inquiry-pieces"), tab.value("#inquiry-name")) == ("none", FILLED["name"])
        tab.chord("Control", "a")  # the first field with an error has the focus
        tab.press(*FILLED["pieces"])
        tab.click(SUBMIT)
        tab.until(at("/en/inquiry/thanks"))
    [stored] = inquiry_site.stored()
    assert stored.inquiry.name == FILLED["name"]
