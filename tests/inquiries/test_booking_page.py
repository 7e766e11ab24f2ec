"""A booking's page has no buttons on the day of the workshop. After that day, it says that the workshop is over."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.content import booking as content
from app.content import workshops
from app.content.vouchers import FOR_TWO
from app.content.workshops import CANCELLATION, NO_WITHDRAWAL
from app.i18n import typeset, use
from app.inquiries.actions import Reason, Seats
from app.inquiries.booking_page import page_texts
from app.inquiries.store import Booking, StoredInquiry
from app.pages.booking import page
from tests.support.inquiry_factory import make_inquiry
from tests.support.languages import CZECH, ENGLISH
from tests.support.rendered import rendered
from tests.support.workshops import OWN

pytestmark = pytest.mark.usefixtures("own_workshops")
WORKSHOP, OTHER = OWN[:2]
BEFORE, DURING, AFTER = (WORKSHOP.starts - timedelta(hours=2), WORKSHOP.ends - timedelta(seconds=1), WORKSHOP.ends)


def stored(booking: Booking) -> StoredInquiry:
    inquiry = make_inquiry(what="workshop", workshop=WORKSHOP.id, pieces=2)
    return StoredInquiry(inquiry, 1.795e9, (), (), booking=booking, held_until=DURING.timestamp())


@pytest.mark.parametrize("moment", [BEFORE, DURING])
@pytest.mark.parametrize(
    ("booking", "lead"),
    [
        ("booked", "Booked: 2 places at the workshop on 17 January 2099. We look forward to seeing you."),
        ("held", "You haven’t confirmed this booking: 2 places at the workshop on 17 January 2099."),
        ("expired", "You haven’t confirmed this booking: 2 places at the workshop on 17 January 2099."),
    ],
)
def test_on_the_day_the_page_shows_the_booking_without_buttons(moment, booking: Booking, lead: str) -> None:
    with use(ENGLISH):
        texts = page_texts(stored(booking), (), moment.timestamp())
    assert texts.keys() == {content.LEAD, content.REFERENCE, content.FIXED}
    assert texts[content.LEAD].replace("\xa0", " ") == lead
    assert texts[content.FIXED].startswith("This booking can no longer be changed here.")


@pytest.mark.parametrize(("language", "time"), [(ENGLISH, "12:59pm, Brno time"), (CZECH, "12:59")])
@pytest.mark.parametrize("booking", ["held", "expired"])
def test_the_end_of_a_hold_is_in_the_studios_time(booking: Booking, language, time: str) -> None:
    seats = (Seats(WORKSHOP.id, 0, 4, 0, None),)
    with use(language):
        lead = page_texts(stored(booking), seats, (BEFORE - timedelta(days=1)).timestamp())[content.LEAD]
    assert f"{time}." in lead.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("language", "lead"), [(ENGLISH, "This workshop is over."), (CZECH, "Tenhle workshop už proběhl.")]
)
def test_after_the_workshop_the_page_says_that_it_is_over(language, lead: str) -> None:
    with use(language):
        texts = page_texts(stored("booked"), (), AFTER.timestamp())
    assert texts.keys() == {content.LEAD, content.REFERENCE}
    assert texts[content.LEAD].replace("\xa0", " ") == lead


@pytest.mark.parametrize("reason", ["past", "unknown-date"])
def test_an_attempt_on_the_day_does_not_say_that_the_workshop_is_over(reason: Reason) -> None:
    with use(ENGLISH):
        problem = page_texts(stored("booked"), (), BEFORE.timestamp(), reason)[content.PROBLEM]
    assert "over" not in problem


@pytest.mark.parametrize("booking", ["booked", "held", "expired"])
def test_a_workshop_that_was_called_off_cannot_be_confirmed_but_moved(
    booking: Booking, monkeypatch: pytest.MonkeyPatch
) -> None:
    off, other = replace(WORKSHOP, places=0), OTHER
    monkeypatch.setattr(workshops, "WORKSHOPS", (off, other))
    seats = (Seats(off.id, 2, 0, 0, None), Seats(other.id, 0, 4, 0, None))
    moved = replace(stored(booking), moved=1.795e9)
    with use(ENGLISH):
        early = page_texts(moved, seats, (BEFORE - timedelta(days=1)).timestamp())
        lead = early[content.LEAD].replace("\xa0", " ")
        assert lead.startswith("We’re sorry: the workshop on 17 January 2099 has been called off.")
        assert content.CONFIRM not in early and {content.MOVE, content.CANCEL} <= early.keys()
        assert content.FIXED not in early
        for moment in (BEFORE, AFTER):
            assert page_texts(moved, seats, moment.timestamp())[content.LEAD] == early[content.LEAD]


def test_the_warning_that_a_booking_moves_once_precedes_the_dates() -> None:
    with use(ENGLISH):
        ids = [element.attributes.get("id") for element in rendered(page()).elements]
    assert ids.index(content.FIXED) < ids.index(content.MOVE)


@pytest.mark.parametrize(("language", "price"), [(ENGLISH, "CZK 3,400 (≈ €136)"), (CZECH, "3 400 Kč")])
@pytest.mark.parametrize(
    ("booking", "free", "can_confirm"), [("held", 0, True), ("expired", 2, True), ("expired", 0, False)]
)
def test_every_button_that_makes_the_contract_says_that_one_has_to_pay(
    booking: Booking, free: int, can_confirm: bool, language, price: str
) -> None:
    seats = (Seats(WORKSHOP.id, 4 - free, 4, free, None), Seats(OTHER.id, 0, 4, 4, None))
    with use(language):
        pay = typeset(content.CONFIRM_AND_PAY)
        texts = page_texts(
            replace(stored(booking), crowns=FOR_TWO.crowns), seats, (BEFORE - timedelta(days=9)).timestamp()
        )
        html = rendered(page())
    assert price in texts[content.PRICE].replace("\xa0", " ") and content.CONDITIONS in texts
    assert (content.CONFIRM in texts) is can_confirm
    assert pay in texts[content.pay_id(OTHER.id)]
    [confirm] = [each for each in html.all("button") if each.attributes.get("value") == "confirm"]
    assert confirm.text == pay
    ids = [element.attributes.get("id") for element in html.elements]
    assert ids[ids.index(content.PRICE) + 1] == content.CONFIRM, "the price is next to the button"


def test_the_conditions_of_a_cancellation_and_the_terms_precede_the_button() -> None:
    with use(ENGLISH):
        [conditions] = [each for each in rendered(page()).elements if each.attributes.get("id") == content.CONDITIONS]
        text = " ".join(conditions.texts)
        assert typeset(NO_WITHDRAWAL) in text and typeset(CANCELLATION) in text
    assert any(str(each.attributes.get("href", "")).endswith("/terms") for each in conditions.elements)


def test_a_booked_workshop_is_moved_without_another_payment() -> None:
    seats = (Seats(WORKSHOP.id, 2, 4, 2, None), Seats(OTHER.id, 0, 4, 4, None))
    with use(ENGLISH):
        texts = page_texts(stored("booked"), seats, (BEFORE - timedelta(days=9)).timestamp())
    assert content.MOVE in texts
    assert not {content.CONDITIONS, content.PRICE, content.pay_id(OTHER.id)} & texts.keys()
