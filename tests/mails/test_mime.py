import pytest

from app.content.studio import STUDIO
from app.mails import Attachment, Message, Paragraph, Picture, UnsendableError, outgoing_mail
from tests.support.languages import ENGLISH
from tests.support.mails import SETTINGS, content_of, html_of, parsed
from tools.mails import Sample, samples

PICTURE = Picture("qr.png", "image/png", b"\x89PNG" * 100, "QR code", 200)
FILE = Attachment.of("otisk.ics", "text/calendar; charset=utf-8; method=PUBLISH", "BEGIN:VCALENDAR\r\nX:č\r\n".encode())


def mail(*blocks, attachments=(), **headers):
    message = Message("Předmět", "Nadpis", (Paragraph("Dobrý den,"), *blocks), attachments=attachments)
    return outgoing_mail(message, SETTINGS, **{"to": "jana@example.com", "id": "a.b", "sent": 1.8e9, **headers})


def types(found) -> list[str]:
    return [part.get_content_type() for part in found.walk()]


def test_text_and_html_are_alternatives() -> None:
    found = parsed(mail())
    assert types(found) == ["multipart/alternative", "text/plain", "text/html"]
    assert [part.get_content_charset() for part in found.iter_parts()] == ["utf-8", "utf-8"]
    plain = found.get_body(("plain",))
    assert plain and plain.get_param("format") == "flowed" and plain.get_content().startswith("Dobrý den,\n")
    assert "<h1" in html_of(found) and found["Subject"] == "Předmět" and found["Message-ID"] == "<a.b@otisk.test>"
    assert (found["From"], found["Reply-To"]) == (f"{STUDIO.name} <web@otisk.test>", "studio@otisk.test")


def test_pictures_are_related_to_the_html() -> None:
    found = parsed(mail(PICTURE, attachments=(FILE,)))
    html = ["multipart/related", "text/html", "image/png"]
    assert types(found) == ["multipart/mixed", "multipart/alternative", "text/plain", *html, "text/calendar"]
    [picture] = [part for part in found.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == "<qr.png>" and picture.get_content() == PICTURE.data
    assert 'src="cid:qr.png"' in html_of(found)


def test_an_attachment_keeps_its_name_type_and_bytes() -> None:
    outgoing = mail(attachments=(FILE,))
    assert outgoing.size == len(content_of(outgoing))
    [file] = parsed(outgoing).iter_attachments()
    assert (file.get_filename(), file.get_content_type()) == ("otisk.ics", "text/calendar")
    assert file.get_param("method") == "PUBLISH"
    assert file.get_payload(decode=True) == b"BEGIN:VCALENDAR\r\nX:\xc4\x8d\r\n"


def test_an_address_that_is_not_ascii_cannot_be_sent() -> None:
    for address in ("jana@háčky.cz", "jana@example.com\r\nBcc: b@example.com"):
        with pytest.raises(UnsendableError):
            mail(to=address)
    assert parsed(mail(reply_to=""))["Reply-To"] is None


@pytest.mark.parametrize("sample", list(samples()), ids=lambda sample: sample.name)
def test_each_mail_has_short_lines_of_ascii(sample: Sample) -> None:
    content = content_of(sample.mail)
    lines = content.split(b"\r\n")
    assert content.isascii() and b"\n" not in content.replace(b"\r\n", b"") and max(map(len, lines)) <= 120
    assert not any(line.startswith(b".") for line in lines) and sample.mail.size == len(content)
    found = parsed(sample.mail)
    assert found["Content-Language"] == (ENGLISH.code if sample.name.endswith("-en") else "cs")
    assert found.get_body(("plain",)) and html_of(found)
