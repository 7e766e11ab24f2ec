import re
from dataclasses import replace
from datetime import date, datetime, time

import pytest

from app.content import facts, workshops
from app.content.inquiry import KINDS, PERSON, WHAT
from app.content.inquiry_values import note_of
from app.content.studio import STUDIO, Closure
from app.content.vouchers import FOR_TWO
from app.content.workshops import CALLED_OFF, CANCELLATION, IF_PAID, NOT_HELD, PRAGUE, booking_ends
from app.i18n import LANGUAGES, Language, use
from app.i18n.formats import price
from app.inquiries.booking_texts import workshop_day
from app.inquiries.customer_mails import message_to_customer
from app.inquiries.mail import compose
from app.inquiries.store import BOOKED, CANCELLED, CHANGE, MOVED, SENDER, Booking, StoredInquiry, StoredMail
from app.mails import Message
from app.mails.html import html
from app.mails.plain import plain
from tests.fakes.smtp import text_of
from tests.support.inquiry_factory import make_inquiry
from tests.support.languages import CZECH, ENGLISH
from tests.support.mails import SETTINGS, html_of, parsed
from tests.support.workshops import OWN

RECEIVED = 1_795_000_000.0
LINK = "https://otisk.example/booking?token=T"
MARKER = "zvláštní-text"
WORKSHOP = OWN[0]
pytestmark = pytest.mark.usefixtures("own_workshops")


def stored(**changes: object) -> StoredInquiry:
    return StoredInquiry(make_inquiry(**changes), RECEIVED, (), ())


def booking(**changes: object) -> StoredInquiry:
    inquiry = make_inquiry(what="workshop", workshop=WORKSHOP.id, pieces=2)
    return replace(
        StoredInquiry(inquiry, RECEIVED, (), (), booking="booked", confirmed=RECEIVED + 60, crowns=FOR_TWO.crowns),
        **changes,  # pyright: ignore[reportArgumentType]
    )


def both_parts(message: Message) -> tuple[str, str]:
    return plain(message).replace("\u00a0", " ").replace(" \n", " "), html(message).replace("\u00a0", " ")


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_nothing_that_the_sender_typed_is_quoted(language, what: str) -> None:
    free = {each.name: MARKER for each in (*KINDS[what], *PERSON) if each.is_free}
    known = {name: free.pop(name, "") for name in ("name", "email", "message")}
    assert known["message"] == MARKER
    known["email"] = "zvlastni@example.com"
    found = stored(what=what, language=language.code, details=free, **known)
    mail = parsed(compose(found, SENDER, SETTINGS))
    for contents in (text_of(mail), html_of(mail), str(mail["Subject"])):
        assert MARKER not in contents and "zvlastni" not in contents


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_an_order_is_a_table_with_its_estimate(language) -> None:
    with use(language):
        found = stored(pieces=200, colours=2)
        estimate = found.inquiry.estimate()
        assert estimate
        total = price(estimate.crowns).replace("\u00a0", " ")
        for contents in both_parts(message_to_customer(found, SENDER, "", SETTINGS, RECEIVED)):
            assert total in contents and found.inquiry.reference in contents
            assert ("≈" in contents) == (language == ENGLISH), "an estimate in euros"
            assert all(str(name) in contents for name, _crowns in estimate.parts)
            words = " ".join(contents.replace("\u00a0", " ").split())
            assert str(note_of(found.inquiry.values())) in words, "what the estimate contains"


@pytest.mark.parametrize("what", WHAT)
def test_the_subject_and_the_title_use_the_same_word(what: str) -> None:
    czech, english = ("objednávk", "order") if what in {"sample-pack", "voucher"} else ("poptávk", "enquiry")
    for language, word in ((CZECH, czech), (ENGLISH, english)):
        with use(language):
            message = message_to_customer(stored(what=what), SENDER, "", SETTINGS, RECEIVED)
            assert all(word in str(text).lower() for text in (message.subject, message.title))


def test_a_workshop_without_a_date_is_an_enquiry() -> None:
    found = replace(stored(what="workshop", pieces=2), crowns=FOR_TWO.crowns)
    for language, title, absent in (
        (CZECH, "Máme vaši poptávku", "konečnou cenu"),
        (ENGLISH, "We have your enquiry", "one final price"),
    ):
        with use(language):
            message = message_to_customer(found, SENDER, "", SETTINGS, RECEIVED)
            assert str(message.title) == title
            for contents in both_parts(message):
                assert price(FOR_TWO.crowns).replace("\u00a0", " ") in contents and absent not in contents
    with use(ENGLISH):
        assert "No place is booked for you yet." in plain(message)


def test_a_held_booking_has_a_button_that_confirms() -> None:
    held = booking(booking="held", confirmed=None, held_until=RECEIVED + 86_400)
    with use(ENGLISH):
        message = message_to_customer(held, SENDER, LINK, SETTINGS, RECEIVED)
        for contents in both_parts(message):
            assert LINK in contents and "Saturday 17 January 2099, 10am–1pm, in Czech" in contents
            assert "CZK 3,400 (≈ €136)" in contents


@pytest.mark.parametrize("kind", [BOOKED, SENDER])
def test_a_booked_workshop_is_called_booked(kind: str) -> None:
    with use(CZECH):
        message = message_to_customer(booking(), kind, LINK, SETTINGS, RECEIVED)
        assert str(message.subject).startswith("Zarezervováno: ") and str(message.title) == "Zarezervováno"
        for contents in both_parts(message):
            assert "sobota 17. ledna 2099, 10:00–13:00, česky" in contents and "nejpozději 14. ledna 2099" in contents
            assert LINK in contents and str(CANCELLATION).replace("\u00a0", " ") in " ".join(contents.split())
    calendar, _terms = message.attachments
    assert calendar.name == f"{STUDIO.short_slug}-{WORKSHOP.id}.ics"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (CZECH, "Dobrý den, mrzí nás to: workshop 17. ledna 2099 se nekoná. Vyberte si jiný termín"),
        (ENGLISH, "We are sorry: the workshop on 17 January 2099 has been called off. You can have another date"),
    ],
)
@pytest.mark.parametrize(
    ("kind", "state"),
    [(SENDER, "held"), (SENDER, "expired"), (BOOKED, "booked"), (MOVED, "booked"), (CANCELLED, "cancelled")],
)
def test_no_mail_invites_to_a_workshop_that_was_called_off(
    language: Language, said: str, kind: str, state: Booking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshops, "WORKSHOPS", (replace(WORKSHOP, places=0),))
    late, is_cancelled = booking_ends(WORKSHOP.id).timestamp(), state == "cancelled"
    found = booking(booking=state, held_until=RECEIVED, cancelled=RECEIVED if is_cancelled else None)
    with use(language):
        for now in (RECEIVED, late):
            message = message_to_customer(found, kind, "" if is_cancelled else LINK, SETTINGS, now)
            assert (str(message.title), len(message.attachments)) == (str(NOT_HELD), is_cancelled)
            assert workshop_day(WORKSHOP.id) in str(message.subject)
            for contents in both_parts(message):
                words = " ".join(re.sub("<[^>]+>", " ", contents).split())
                assert said in words and str(CANCELLATION) not in words
                assert (LINK in contents) == (now < late and not is_cancelled)


def test_a_move_from_a_workshop_that_was_called_off_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshops, "WORKSHOPS", (WORKSHOP, replace(OWN[1], places=0), OWN[2]))
    moved = booking(first_workshop=OWN[1].id, moved=RECEIVED)
    with use(ENGLISH):
        for contents in both_parts(message_to_customer(moved, f"{MOVED}{OWN[1].id}-1", LINK, SETTINGS, RECEIVED)):
            words = " ".join(contents.split())
            assert f"the workshop on {workshop_day(OWN[1].id)} has been called off" in words
            assert f"We have moved your booking to {workshop_day(WORKSHOP.id)}: 2 places." in words
        second_move = message_to_customer(moved, f"{MOVED}{OWN[2].id}-1", LINK, SETTINGS, RECEIVED)
        assert not any("called off" in contents for contents in both_parts(second_move))


@pytest.mark.parametrize(("kind", "lead"), [(BOOKED, "look forward"), (f"{MOVED}1", "new date:")])
def test_a_late_mail_promises_nothing_that_is_over(kind: str, lead: str) -> None:
    day, page = booking_ends(WORKSHOP.id).timestamp(), f"/en/workshops/{WORKSHOP.id}"
    with use(ENGLISH):
        for contents in both_parts(message_to_customer(booking(), kind, LINK, SETTINGS, day + 3600)):
            assert LINK not in contents and lead in contents and page in contents
        late = message_to_customer(booking(), kind, LINK, SETTINGS, day + 86_400)
        assert [each.name.rpartition(".")[2] for each in late.attachments] == ["txt"]
        for contents in both_parts(late):
            words = " ".join(contents.split())
            assert "We are sorry that this e-mail comes so late." in words and str(CANCELLATION) not in words
            assert not any(each in words for each in (LINK, lead, page, "payment", "does not suit you"))


def test_a_booking_that_was_moved_once_can_only_be_cancelled() -> None:
    moved = booking(moved=RECEIVED + 99, mails=(StoredMail(f"{MOVED}1", 0, None, None, None),))
    with use(ENGLISH):
        for contents in both_parts(message_to_customer(moved, f"{MOVED}1", LINK, SETTINGS, RECEIVED)):
            assert LINK in contents and "Cancel the booking" in contents and "to another date once" not in contents
            assert "17 January 2099, 2 places" in contents
        for contents in both_parts(message_to_customer(booking(), f"{MOVED}1", LINK, SETTINGS, RECEIVED)):
            assert "Move or cancel the booking" in contents, "the studio has moved it"


@pytest.mark.parametrize(
    ("kind", "state", "verb"), [(CANCELLED, "cancelled", "cancelled"), (f"{MOVED}1", "booked", "moved")]
)
def test_a_mail_says_who_changed_the_booking(kind: str, state: Booking, verb: str) -> None:
    changed = booking(booking=state, cancelled=RECEIVED + 99 if state == "cancelled" else None)
    own = replace(changed, mails=(StoredMail(f"{CHANGE}{kind}", 0, None, None, None),))
    with use(ENGLISH):
        for found, who in ((changed, "We"), (own, "You")):
            for contents in both_parts(message_to_customer(found, kind, "", SETTINGS, RECEIVED)):
                words = " ".join(contents.split())
                assert f"{who} have {verb} your booking" in words
                assert (str(CALLED_OFF) in words) == (found is changed and kind == CANCELLED)


@pytest.mark.parametrize("kind", [CANCELLED, SENDER])
def test_a_cancelled_booking_leads_to_the_terms_and_dates(kind: str) -> None:
    cancelled = booking(booking="cancelled", cancelled=RECEIVED + 99)
    with use(ENGLISH):
        for contents in both_parts(message_to_customer(cancelled, kind, "", SETTINGS, RECEIVED)):
            assert "/en/terms" in contents and "/en/vouchers/workshop#dates" in contents
            words = " ".join(contents.split())
            positions = [words.index(str(text)) for text in (IF_PAID, CALLED_OFF, CANCELLATION)]
            assert positions == sorted(positions)


@pytest.mark.parametrize("today", [date(2026, 12, 20), date(2026, 12, 21), date(2027, 1, 1), date(2027, 1, 2)])
def test_mails_with_deadlines_announce_a_closure(today: date, monkeypatch: pytest.MonkeyPatch) -> None:
    closures = (Closure(date(2026, 12, 24), date(2027, 1, 1)),)
    monkeypatch.setattr(facts, "STUDIO", replace(STUDIO, closures=closures))
    noon = datetime.combine(today, time(12), PRAGUE).timestamp()
    samples = [(stored(), SENDER), (stored(what="workshop"), SENDER), (booking(), BOOKED)]
    is_announced = date(2026, 12, 21) <= today <= date(2027, 1, 1)
    for language, sentence in (
        (CZECH, "Máme zavřeno od 24. prosince 2026 do 1. ledna 2027"),
        (ENGLISH, "We are closed from 24 December 2026 to 1 January 2027; working days count from the day after."),
    ):
        for sample, kind in samples:
            found = replace(sample, inquiry=replace(sample.inquiry, language=language.code))
            text = text_of(parsed(compose(found, kind, SETTINGS, clock=lambda: noon)))
            assert (sentence in " ".join(text.split())) is is_announced, (language.code, kind)


def test_the_date_is_that_of_the_event() -> None:
    dates = {
        kind: parsed(compose(booking(cancelled=RECEIVED + 7200), kind, SETTINGS))["Date"].datetime.timestamp()
        for kind in (SENDER, BOOKED, CANCELLED)
    }
    assert dates == {SENDER: RECEIVED, BOOKED: RECEIVED + 60, CANCELLED: RECEIVED + 7200}
