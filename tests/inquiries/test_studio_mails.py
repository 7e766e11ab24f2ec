import pytest

from app.content.inquiry import KINDS
from app.inquiries.mail import compose
from app.inquiries.store import BOOKED, CHANGE, STUDIO, Booking, StoredInquiry
from tests.fakes.smtp import text_of
from tests.support.inquiry_factory import FIRST, make_inquiry
from tests.support.mails import SETTINGS, html_of, parsed

pytestmark = pytest.mark.usefixtures("own_workshops")


def test_the_report_has_every_answer() -> None:
    free = {each.name: f"odpověď-{each.name}" for each in KINDS["voucher"] if each.is_free and each.name != "message"}
    assert {"recipient", "address"} <= free.keys()
    inquiry = make_inquiry(
        what="voucher",
        pieces=None,
        language="en",
        name="Jana <Nová>",
        email="jana@xn--kavrna-rta.eu",
        message="První řádek\n  druhý",
        details={**free, "voucher": "workshop-3400", "delivery": "post"},
    )
    mail = parsed(compose(StoredInquiry(inquiry, 1.795e9, (), ()), STUDIO, SETTINGS))
    text, document = text_of(mail), html_of(mail)
    for answer in (*free.values(), inquiry.email, "jana@kavárna.eu", inquiry.reference):
        assert answer in text and answer in document
    assert "> První řádek\n>   druhý\n" in text and "První řádek<br>  druhý" in document
    assert "Jana <Nová>" in text and "Jana &lt;Nová&gt;" in document
    assert mail["Content-Language"] == "cs" and mail["Reply-To"] == inquiry.email


@pytest.mark.parametrize(
    ("what", "booking", "expected"),
    [
        ("posters", None, "Poptávka {}: Plakáty"),
        ("workshop", None, "Poptávka {}: Workshop u lisu"),
        ("workshop", "held", "Rezervace {}: Workshop u lisu"),
        ("voucher", None, "Objednávka {}: Dárkový poukaz"),
        ("sample-pack", None, "Objednávka {}: Vzorník papírů"),
    ],
)
def test_the_subject_names_the_kind(what: str, booking: Booking | None, expected: str) -> None:
    inquiry = make_inquiry(what=what, workshop=FIRST if booking else None, pieces=None)
    mail = parsed(compose(StoredInquiry(inquiry, 1.795e9, (), (), booking=booking), STUDIO, SETTINGS))
    assert mail["Subject"] == expected.format(inquiry.reference)


def test_a_change_can_be_answered_and_leads_to_the_desk() -> None:
    inquiry = make_inquiry(what="workshop", workshop=FIRST, pieces=2)
    stored = StoredInquiry(inquiry, 1.795e9, (), (), booking="booked", confirmed=1.795e9)
    mail = parsed(compose(stored, f"{CHANGE}{BOOKED}", SETTINGS))
    assert mail["Reply-To"] == inquiry.email and not list(mail.iter_attachments())
    assert mail["Subject"] == f"Zákazník potvrdil rezervaci: {inquiry.reference}"
    assert f"/desk/sign-in?inquiry={inquiry.id}" in text_of(mail) and "sobota 17. ledna 2099" in text_of(mail)
