"""The buttons of orders say that the order must be paid. A link to the terms is beside each button."""

import pytest

from app.content.workshops import WORKSHOPS
from app.i18n import typeset, use
from app.i18n.formats import day
from app.routes import Place, places
from tests.support.languages import ENGLISH
from tests.support.rendered import Element
from tests.support.site_texts import page_of, page_texts

PAY = {"cs": "povinností platby", "en": "pay"}
FORMS = [place for place in places() if place.route.name == "inquiry"]


def is_shown(element: Element, kind: str) -> bool:
    return f"[value={kind}]:checked" not in element.attributes.get("className", "")


@pytest.mark.parametrize("place", FORMS, ids=lambda place: place.path)
@pytest.mark.parametrize("kind", ["voucher", "sample-pack"])
def test_an_order_s_button_says_that_one_has_to_pay(place: Place, kind: str) -> None:
    [button] = [each for each in page_of(place).all("button") if each.attributes.get("type") == "submit"]
    [label] = [each.text for each in button.all("span") if is_shown(each, kind)]
    assert PAY.get(place.language.code, PAY["en"]) in label


@pytest.mark.parametrize("place", FORMS, ids=lambda place: place.path)
@pytest.mark.parametrize(
    ("kind", "is_linked"), [("voucher", True), ("sample-pack", True), ("workshop", True), ("cards", False)]
)
def test_the_form_links_to_the_terms(place: Place, kind: str, is_linked: bool) -> None:
    [form] = [each for each in page_of(place).all("form") if each.attributes.get("id") == "inquiry-form"]
    [note] = [
        paragraph
        for paragraph in form.all("p")
        if any(str(link.attributes.get("href", "")).endswith("/terms") for link in paragraph.elements)
    ]
    assert is_shown(note, kind) is is_linked


def test_only_options_name_dates_of_workshops() -> None:
    """When booking closes, the form's script removes the option with the date, but no other text."""
    [form] = [place for place in FORMS if place.language == ENGLISH]
    with use(ENGLISH):
        texts = [*page_texts(page_of(form))]
        for each in WORKSHOPS:
            assert [text for text in texts if day(each.day) in text] == [typeset(each.name)]
