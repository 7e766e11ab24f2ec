"""The form has the right accessibility tree. Only some engines give tests access to this tree."""

import pytest

from tests.support.engines.engine import Tab
from tests.support.engines.steps import open_application

pytestmark = pytest.mark.nightly

PAGE = "/en/inquiry"
FIELDS = {
    "combobox": ("What would you like?", "Colours", "Paper"),
    "textbox": ("Number of pieces", "Your message (optional)", "Name", "E-mail"),
    "link": ("Skip to content",),
}


@pytest.mark.parametrize("engine_name", ["chromium", "firefox"], indirect=True, scope="module")
def test_fields_have_roles_and_names(phone: Tab, site: str) -> None:
    open_application(phone, site + PAGE)
    counts = {(role, name): phone.count(role, name) for role, names in FIELDS.items() for name in names}
    assert {key: count for key, count in counts.items() if count != 1} == {}
