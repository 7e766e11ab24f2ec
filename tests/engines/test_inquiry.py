import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.engines.engine import Engine, Look, Tab, WithLook
from tests.support.engines.forms import FORM, STATE, SUBMIT, choose, fill_in, send, wait_until_stored
from tests.support.engines.steps import at, open_application, start_application
from tests.support.inquiries import CHOICES, FILLED, VOUCHER, InquirySite, fields_of, until
from tests.support.inquiry_form import SCRIPT_IS_READY

pytestmark = pytest.mark.nightly

SCRIPTLESS = Look(has_scripts=False)
DIGITS = "document.querySelector('main').textContent.replace(/\\D/g, '')"
SHOWN = """[...document.querySelectorAll("[data-field]")].filter((box) => box.checkVisibility())
    .map(({ dataset }) => dataset.field)"""


def test_an_inquiry_with_a_file_arrives(each_engine: Engine, inquiry_site: InquirySite, plate: Path) -> None:
    with each_engine.tab(390, 844) as tab:
        send(tab, inquiry_site.url, plate)
        reference = wait_until_stored(inquiry_site)
        tab.until(f"{STATE}.includes('{reference}')")
        assert tab.console == []
    until(lambda: len(inquiry_site.mailbox.mails) == 2, "both mails")


def test_text_typed_before_the_script_survives_a_reload(tab: Tab, site: str) -> None:
    """A script enters the text, because user input would load the form's script."""
    tab.visit(site + FORM)
    tab.evaluate("void (document.getElementById('inquiry-name').value = 'Jana')")
    tab.reload()
    start_application(tab)
    tab.until(SCRIPT_IS_READY)
    assert tab.value("#inquiry-name") == "Jana"


def test_text_that_the_browser_itself_sends_returns_only_on_back(
    each_engine: Engine, inquiry_site: InquirySite
) -> None:
    """A script enters and sends the text, because user input would load the form's script."""
    values = {name: FILLED[name] for name in ("pieces", "name", "email", "message")}
    enter = f"""for (const [name, value] of Object.entries({json.dumps(values)}))
        document.getElementById(`inquiry-${{name}}`).value = value;"""
    submit = "void setTimeout(() => document.getElementById('inquiry-form').requestSubmit())"
    with each_engine.tab(390, 844) as tab:
        tab.visit(inquiry_site.url + FORM)
        tab.evaluate(f"void (() => {{ {enter} }})()")
        tab.reload()  # the page stores the text before it reloads
        tab.evaluate(f"void (() => {{ {enter} }})()")
        tab.evaluate(submit)
        tab.until(at("/en/inquiry/thanks"))
        tab.back()
        tab.until(f"document.getElementById('inquiry-message').value === {json.dumps(values['message'])}")
        tab.evaluate(submit)
        tab.until(at("/en/inquiry/thanks"))
        open_application(tab, inquiry_site.url + FORM)
        tab.until(SCRIPT_IS_READY)
        assert tab.value("#inquiry-name") == ""
    assert len(inquiry_site.stored()) == 1


@pytest.fixture(scope="module")
def scriptless(with_look: WithLook) -> Iterator[Engine]:
    with with_look(SCRIPTLESS) as running:
        yield running


def test_without_javascript_each_kind_shows_its_fields(scriptless: Engine, site: str) -> None:
    with scriptless.tab(390, 844) as tab:
        tab.visit(site + FORM)
        for choices in CHOICES:
            choose(tab, choices)
            assert set(tab.evaluate(SHOWN)) == fields_of(choices), choices


def test_without_javascript_the_form_is_corrected_and_sent(scriptless: Engine, inquiry_site: InquirySite) -> None:
    with scriptless.tab(390, 844) as tab:
        tab.visit(inquiry_site.url + FORM)
        fill_in(tab, VOUCHER | {"address": ""})
        tab.click(SUBMIT)
        tab.until("document.querySelector('#inquiry-address-problem')?.textContent")
        assert set(tab.evaluate(SHOWN)) == fields_of(VOUCHER)
        assert (tab.value("#inquiry-delivery"), tab.value("#inquiry-name")) == ("post", VOUCHER["name"])
        tab.until("document.activeElement.id === 'inquiry-address'")
        tab.press(*VOUCHER["address"])
        tab.click(SUBMIT)
        tab.until(at("/en/vouchers/order"))
        assert VOUCHER["voucher"].rpartition("-")[2] in tab.evaluate(DIGITS)
    [stored] = inquiry_site.stored()
    assert stored.inquiry.name == VOUCHER["name"]
    assert stored.inquiry.details == {name: VOUCHER[name] for name in ("voucher", "recipient", "delivery", "address")}
