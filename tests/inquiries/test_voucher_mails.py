"""Customers receive QR codes for payment, then the paid voucher. The studio receives a request to print the voucher."""

import time
from dataclasses import replace
from datetime import date, timedelta
from email.message import EmailMessage
from io import BytesIO

import pytest
from pypdf import PdfReader

from app.content.moments import studio_day
from app.inquiries.mail import compose
from app.inquiries.store import SENDER, STUDIO, Store
from app.mails import UnsendableError
from app.vouchers import mails
from app.vouchers.orders import SENT, TO_PRINT, Order, Vouchers
from app.vouchers.typefaces import NotBuiltError
from tests.fakes.smtp import shown
from tests.support.mails import SETTINGS, parsed
from tests.support.qr import decoded
from tests.support.voucher_orders import order_voucher
from tests.vouchers.conftest import accounts as accounts


def mail_of(store: Store, order: Order, kind: str) -> EmailMessage:
    stored = store.find(str(order.inquiry))
    assert stored
    return parsed(compose(stored, kind, SETTINGS))


def text_of(mail: EmailMessage) -> str:
    return shown(mail).replace("\xa0", " ")


def pdf_of(mail: EmailMessage) -> PdfReader:
    file = next(mail.iter_attachments())
    assert file.get_content_type() == "application/pdf"
    return PdfReader(BytesIO(file.get_content()))


def test_the_order_s_mail_says_how_to_pay(store: Store, accounts: None) -> None:
    order = order_voucher(store, delivery="post", address="Lidická 1, Brno")
    mail = mail_of(store, order, SENDER)
    text = text_of(mail)
    link = f"/vouchers/order?token={order.token}"
    for each in (str(order.number), "19-2000145399/0800", "1 990 Kč", "79,60 €", link):
        assert each in text, each
    pictures = {
        part["Content-ID"]: part.get_content() for part in mail.walk() if part.get_content_type() == "image/png"
    }
    assert set(pictures) == {"<payment-czk.png>", "<payment-eur.png>"}
    read = decoded(pictures["<payment-czk.png>"])
    assert f"X-VS:{order.number}" in read and "AM:1990.00" in read and "ACC:CZ6508000000192000145399+GIBACZPX" in read
    assert decoded(pictures["<payment-eur.png>"]).split("\n")[6:8] == ["SK3112000000198742637541", "EUR79.6"]
    for typed in ("Markéta", "Ať se daří", "Lidická"):
        assert typed not in text


def test_without_an_account_the_details_follow(store: Store) -> None:
    text = text_of(mail_of(store, order_voucher(store, language="en"), SENDER))
    assert "payment details by e-mail on the next working day" in text and "IBAN" not in text
    assert "Total, VAT included: CZK 1,900 (≈ €76)" in text


def test_the_order_s_mail_has_the_date_of_the_order(store: Store) -> None:
    order = order_voucher(store)
    Vouchers(store.database, lambda: order.ordered + 3600).mark_paid(order.number, mailed=True)
    assert mail_of(store, order, SENDER)["Date"].datetime.timestamp() == int(order.ordered)


def test_the_studio_s_report_has_the_order_number(store: Store) -> None:
    order = order_voucher(store)
    assert str(order.number) in text_of(mail_of(store, order, STUDIO))


def test_the_studio_s_report_names_the_letters_that_the_typefaces_lack(built: None, store: Store) -> None:
    order = order_voucher(store, recipient="Žofie 🎂")
    assert "🎂: v PDF budou chybět" in text_of(mail_of(store, order, STUDIO))
    assert "v PDF budou chybět" not in text_of(mail_of(store, order_voucher(store), STUDIO))


def test_the_studio_s_report_says_that_the_pdf_shortens_a_text(built: None, store: Store) -> None:
    order = order_voucher(store, message="Verš\n" * 20)
    assert "PDF je zkrátí" in text_of(mail_of(store, order, STUDIO))
    assert "PDF je zkrátí" not in text_of(mail_of(store, order_voucher(store), STUDIO))


def test_the_studio_s_report_does_not_need_the_build(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> str:
        raise NotBuiltError

    monkeypatch.setattr(mails, "missing", fail)
    order = order_voucher(store)
    assert str(order.number) in text_of(mail_of(store, order, STUDIO))


@pytest.mark.parametrize(
    ("language", "name", "terms"),
    [("cs", "poukaz", "obchodni-podminky.txt"), ("en", "voucher", "terms-of-business.txt")],
)
def test_the_voucher_is_attached_once_it_is_paid(
    built: None, store: Store, language: str, name: str, terms: str
) -> None:
    order = order_voucher(store, language=language)
    with pytest.raises(UnsendableError):
        mail_of(store, order, SENT)
    now = time.time()
    paid = Vouchers(store.database).mark_paid(order.number, mailed=True, on=studio_day(now) - timedelta(3))
    mail = mail_of(store, order, SENT)
    assert paid.paid and paid.paid < now - 86_400 and mail["Date"].datetime.timestamp() >= int(now)
    files = [part.get_filename() for part in mail.iter_attachments()]
    assert files == [f"{name}-{order.number}.pdf", terms]
    text = pdf_of(mail).pages[0].extract_text()
    assert str(paid.code)[:4] in text and "Markéta" in text
    Vouchers(store.database).mark_used(order.number)
    with pytest.raises(UnsendableError):
        mail_of(store, order, SENT)


def test_by_post_the_studio_gets_the_voucher_the_address_and_the_desk(built: None, store: Store) -> None:
    order = order_voucher(store, delivery="post", address="Lidická 1\n602 00 Brno", recipient="Žofie 🎂")
    Vouchers(store.database).mark_paid(order.number, mailed=True)
    customers, studios = (mail_of(store, order, kind) for kind in (SENT, TO_PRINT))
    assert [part.get_filename() for part in customers.iter_attachments()] == ["obchodni-podminky.txt"]
    assert "tří pracovních dnů" in text_of(customers)
    assert studios["To"] == "studio@otisk.test" and "Žofie" in pdf_of(studios).pages[0].extract_text()
    assert "Do kdy" not in text_of(studios) and "Zpráva k objednávce" not in text_of(studios)
    for each in ("v příloze jako PDF", "Lidická 1", "🎂: v PDF budou chybět", f"/desk/sign-in?inquiry={order.inquiry}"):
        assert each in text_of(studios), each
    stored = store.find(str(order.inquiry))
    assert stored
    asked = replace(stored, inquiry=replace(stored.inquiry, by=date(2099, 12, 11), message="Vytlačte J + P."))
    text = text_of(parsed(compose(asked, TO_PRINT, SETTINGS)))
    assert "Do kdy: 11. prosince 2099" in text and "Vytlačte J + P." in text
