import pytest

from app.content.estimate import FINISHED
from app.content.vouchers import VOUCHER_QUESTIONS, VOUCHERS
from app.content.workshops import DATES, KIND
from app.extras.dates import milliseconds
from app.i18n import Language, use
from app.routes import ROUTES, Place, url_for
from tests.support.languages import BOTH, ENGLISH
from tests.support.site_texts import page_of


@pytest.mark.parametrize("language", BOTH, ids=lambda language: language.code)
def test_the_page_links_to_the_workshop_dates(language: Language) -> None:
    page = page_of(Place(ROUTES["vouchers"], language))
    there = url_for("vouchers-category", language, category=KIND)
    [dates] = [link for link in page.all("Link") if link["href"] == f"{there}#{DATES}"]
    assert dates.text
    listed = page_of(Place(ROUTES["vouchers-category"], language, {"category": KIND}))
    assert [each.text for each in listed.elements if each.attributes.get("id") == DATES]


def test_a_question_about_christmas_disappears() -> None:
    page = page_of(Place(ROUTES["vouchers"], ENGLISH))
    ends = {each.text: each["begin"] for each in page.all("Dates")}
    with use(ENGLISH):
        for question in filter(lambda each: "Christmas" in str(each.asked), VOUCHER_QUESTIONS):
            [end] = [end for text, end in ends.items() if str(question.asked) in text]
            assert question.until and end == [milliseconds(question.until)]


@pytest.mark.parametrize("category", [each.slug for each in VOUCHERS])
def test_a_question_is_not_a_booking_or_an_order(category: str) -> None:
    page = page_of(Place(ROUTES["vouchers-category"], ENGLISH, {"category": category}))
    [ask] = [link for link in page.all("Link") if link.text == "ask here"]
    assert ask["href"] == f"{url_for('inquiry', ENGLISH)}?what=other"


def test_finished_prints_are_listed_and_can_be_ordered() -> None:
    page = page_of(Place(ROUTES["vouchers-category"], ENGLISH, {"category": "prints"}))
    assert "Finished prints, price for one" in page.texts
    order = f"{url_for('inquiry', ENGLISH)}?what=prints&product={FINISHED[0]}"
    assert order in {link["href"] for link in page.all("Link")}
