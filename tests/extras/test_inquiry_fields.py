import pytest

from app.components import html as h
from app.extras.inquiry.fields import boxes
from app.i18n import use
from tests.support.languages import CZECH, ENGLISH
from tests.support.rendered import rendered


@pytest.mark.parametrize(
    ("language", "hint"),
    [(CZECH, "Ulice a číslo, PSČ a město v Česku."), (ENGLISH, "Street and number, postcode, town, in the Czech")],
)
def test_the_postal_address_names_its_parts(language, hint: str) -> None:
    """The address field has no autocomplete token, because with `street-address`, browsers would leave out the town."""
    with use(language):
        box = rendered(h.div(*boxes(["address"])))
    [field] = box.all("textarea")
    [described] = [element for element in box.elements if element.attributes.get("id") == "inquiry-address-hint"]
    assert "autoComplete" not in field.attributes
    assert (
        described.text.replace("\u00a0", " ").startswith(hint) and described["id"] in field["aria-describedby"].split()
    )
