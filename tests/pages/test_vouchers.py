"""The vouchers page links to the workshop dates."""

import pytest

from app.content.workshops import DATES, KIND
from app.i18n import Language
from app.routes import ROUTES, Place, url_for
from tests.support.languages import BOTH
from tests.support.site_texts import page_of


@pytest.mark.parametrize("language", BOTH, ids=lambda language: language.code)
def test_the_page_links_to_the_workshop_dates(language: Language) -> None:
    page = page_of(Place(ROUTES["vouchers"], language))
    there = url_for("vouchers-category", language, category=KIND)
    [dates] = [link for link in page.all("Link") if link["href"] == f"{there}#{DATES}"]
    assert dates.text
    listed = page_of(Place(ROUTES["vouchers-category"], language, {"category": KIND}))
    assert [each.text for each in listed.elements if each.attributes.get("id") == DATES]
