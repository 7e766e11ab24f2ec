from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.inquiries.addresses import normalise
from app.inquiries.mail import compose
from app.inquiries.store import SENDER, STUDIO, Store, StoredInquiry
from app.mails import UnsendableError
from app.mails.mime import BLOCK_BYTES, LINE_BYTES
from tests.fakes.smtp import text_of
from tests.support.inquiries import PDF
from tests.support.inquiry_factory import add_inquiry, make_inquiry, read
from tests.support.mails import SETTINGS, content_of, html_of, parsed

ACTIVE = b"<svg><script>alert(1)</script></svg>"


def add(store: Store, *files: bytes, ending: str = "pdf", **changes: Any) -> StoredInquiry:
    return read(store, add_inquiry(store, *files, ending=ending, **changes))


def without_files(**changes: Any) -> StoredInquiry:
    return StoredInquiry(make_inquiry(**changes), 1.795e9, (), ())


@pytest.mark.parametrize("size", [0, 1, LINE_BYTES, LINE_BYTES + 2, BLOCK_BYTES, 3 * BLOCK_BYTES + 1])
def test_the_announced_size_is_exact_and_no_line_starts_with_a_dot(store: Store, size: int) -> None:
    stored = add(store, b"." * size, PDF, message=".\n..\nsecond line", name="Jana\u2009Nová")
    mail = compose(stored, STUDIO, SETTINGS)
    content = content_of(mail)
    lines = content.split(b"\r\n")
    assert mail.size == len(content) and content.endswith(b"\r\n") and content.count(b"\n") == content.count(b"\r\n")
    assert not any(line.startswith(b".") for line in lines) and max(map(len, lines)) <= 998
    assert [part.get_content() for part in parsed(mail).iter_attachments()] == [b"." * size, PDF]
    assert "> .\n> ..\n> second line" in text_of(parsed(mail)) and ".<br>..<br>second line" in html_of(parsed(mail))


def test_files_that_are_too_large_stay_on_the_server(store: Store) -> None:
    stored = add(store, PDF)
    complete = compose(stored, STUDIO, SETTINGS)
    assert compose(stored, STUDIO, SETTINGS, complete.size).attachments
    mail = compose(stored, STUDIO, SETTINGS, complete.size - 1)
    assert not mail.attachments and stored.files[0].name in text_of(parsed(mail))


def test_the_files_that_fit_are_attached_and_the_others_named(store: Store) -> None:
    stored = add(store, PDF + b"x" * 12_345_678, PDF, PDF + b"y" * 2_000)
    mail = parsed(compose(stored, STUDIO, SETTINGS, 10_000_000))
    assert [part.get_content()[-1:] for part in mail.iter_attachments()] == [PDF[-1:], b"y"]
    text = text_of(mail).replace("\u00a0", " ")
    assert "Nepřiloženo: plate.pdf (12,3 MB)" in text and "Přiloženo jako 3.pdf: plate.pdf (3 kB)" in text
    assert f"app.inquiries files {stored.inquiry.id} ." in text and f"/desk/sign-in?inquiry={stored.inquiry.id}" in text
    assert str(store.database.folder) not in text


def test_an_active_svg_is_not_attached(store: Store) -> None:
    stored = add(store, ACTIVE, b"<svg/>", ending="svg")
    mail = parsed(compose(stored, STUDIO, SETTINGS))
    assert [part.get_filename() for part in mail.iter_attachments()] == ["2.svg"]
    assert "Illustrator" in text_of(mail)


@pytest.mark.parametrize("email", ["=?utf-8?q?a?=@example.com", "a@example.com\r\nBcc: b@example.com", "Jana <a@b.cz>"])
def test_an_invalid_stored_address_is_in_no_header(email: str) -> None:
    stored = without_files(email=email)
    with pytest.raises(UnsendableError):
        compose(stored, SENDER, SETTINGS)
    report = parsed(compose(stored, STUDIO, SETTINGS))
    assert report["Reply-To"] is None and report["Bcc"] is None and report["To"] == "studio@otisk.test"


def test_no_text_from_the_sender_is_in_a_header() -> None:
    stored = without_files(name="Jana\r\nBcc: a@b.cz", message="Subject: x")
    for kind in (STUDIO, SENDER):
        mail = parsed(compose(stored, kind, SETTINGS))
        assert mail["Bcc"] is None and "Jana" not in mail["Subject"] and mail["Subject"].count("Subject") == 0


LOCAL = st.text(st.sampled_from("abz019.+-_'=?*/{}|~^$#&`"), min_size=1, max_size=64)


@given(LOCAL)
def test_addresses_are_written_into_headers_byte_by_byte(local: str) -> None:
    address = normalise(f"{local}@example.com")
    if address is None:
        return
    stored = without_files(email=address)
    to = compose(stored, SENDER, SETTINGS)
    assert to.recipient == address and b"To: %s\r\n" % address.encode() in content_of(to)
    assert b"Reply-To: %s\r\n" % address.encode() in content_of(compose(stored, STUDIO, SETTINGS))


def test_representations_have_no_personal_data(store: Store) -> None:
    stored = add(store, PDF, name="Jana Tajná", email="jana.tajna@example.com", message="Tajné přání")
    mail = compose(stored, SENDER, SETTINGS)
    for shown in (repr(stored), repr(mail), repr(stored.inquiry), repr(stored.files)):
        assert "tajn" not in shown.lower() and "plate" not in shown, shown
