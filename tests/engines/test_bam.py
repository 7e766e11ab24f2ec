import pytest

from tests.support.engines.engine import Tab

pytestmark = pytest.mark.nightly

PAGE = "/en/bam"
PRESS, COPY, SAVE = (f"main button:nth-of-type({number})" for number in (1, 2, 3))
NOTE = "document.querySelector('main [role=status]').textContent"
NUMBER = "location.hash.slice(1)"


def test_a_sheet_is_printed_copied_saved_and_restored(phone: Tab, site: str) -> None:
    phone.visit(site + PAGE)
    phone.until(f"getComputedStyle(document.querySelector('{PRESS}')).visibility === 'visible'")
    phone.click(PRESS)
    phone.until(f"{NUMBER}.length === 6 && {NOTE}.includes({NUMBER} + ', fresh off the press')")
    phone.click(COPY)
    phone.until(f"{NOTE}.includes('clipboard')")
    phone.click(SAVE)
    phone.until(f"{NOTE}.includes({NUMBER} + ' is on its way')")
    number = phone.evaluate(NUMBER)
    phone.reload()
    phone.until(f"{NOTE}.includes('{number}, fresh off the press')")
    assert phone.console == []
