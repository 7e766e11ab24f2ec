import re
from datetime import date
from html.parser import HTMLParser

import pytest
from tinyhtml5.parser import HTMLParser as StrictParser

from app.i18n import LANGUAGES, _, use
from app.i18n.formats import Day
from app.mails import Code, Link, Message, Paragraph, Picture, Quote, Rows
from app.mails.html import html
from tests.support.languages import CZECH, ENGLISH
from tests.support.mails import html_of, parsed
from tools.mails import Sample, samples

MAX_BYTES = 30_000
HOSTILE = "<script>alert(1)</script>\"'&<b>"


class Elements(HTMLParser):
    def __init__(self, document: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def errors(document: str) -> list[object]:
    parser = StrictParser()
    parser.parse(document)
    return parser.errors


@pytest.mark.parametrize("sample", list(samples()), ids=lambda sample: sample.name)
def test_each_mail_is_valid_small_and_self_contained(sample: Sample) -> None:
    document = html_of(parsed(sample.mail))
    elements = Elements(document).found
    assert errors(document) == [] and len(document.encode()) <= MAX_BYTES
    assert not {tag for tag, _attributes in elements} & {"script", "link", "iframe", "form", "input", "svg", "object"}
    assert "url(" not in document and "@import" not in document
    addresses = [attributes.get("src") or "" for _tag, attributes in elements if "src" in attributes]
    assert all(address.startswith("cid:") for address in addresses)
    for table in re.findall(r"<table[^>]*>(?:(?!<table|</table).)*", document, re.DOTALL):
        assert ('role="presentation"' in table) != ('<th scope="row"' in table)


def test_the_parser_finds_faults() -> None:
    assert errors("<!DOCTYPE html><title>x</title><p><b>x</p>") and errors("<p>x</p>")


def test_texts_are_escaped_wherever_they_are() -> None:
    blocks = (
        Paragraph(HOSTILE),
        Link(HOSTILE, f"https://otisk.example/?{HOSTILE}", is_button=True),
        Link(HOSTILE, f"https://otisk.example/?{HOSTILE}"),
        Rows(HOSTILE, ((HOSTILE, HOSTILE),), (HOSTILE, HOSTILE)),
        Quote(HOSTILE),
        Code(HOSTILE),
        Picture("qr.png", "image/png", b"", HOSTILE, 200),
    )
    document = html(Message(HOSTILE, HOSTILE, blocks, HOSTILE))
    assert errors(document) == []
    elements = Elements(document).found
    assert not {"script", "b"} & {tag for tag, _attributes in elements}
    assert {name for _tag, attributes in elements for name in attributes if name.startswith(("on", "alert"))} == set()


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_document_has_the_language_and_a_title(language) -> None:
    with use(language):
        document = html(Message("Předmět", "Nadpis", ()))
    assert f'<html lang="{language.code}">' in document and "<title>Předmět</title>" in document
    assert ">Nadpis</h1>" in document


def test_typography_follows_the_language() -> None:
    message = Message("S", "T", (Paragraph("v Brně\ndruhý řádek"),))
    with use(CZECH):
        assert "v\u00a0Brně<br>druhý" in html(message)
    with use(ENGLISH):
        assert "v Brně" in html(message)


def test_a_quote_s_lines_are_separate_in_outlook() -> None:
    assert ">a<br>b  c<br><br>d</blockquote>" in html(Message("S", "T", (Quote("a\nb  c\n\nd"),)))


def test_typed_values_stay_as_they_are() -> None:
    rows = Rows("", ((_("Address"), "K Lesu 12\n602 00 Brno"), (_("Valid until"), Day(date(2027, 1, 16)))))
    with use(CZECH):
        document = html(Message("S", "T", (rows,), is_signed=False))
    assert ">K Lesu 12<br>602 00 Brno<" in document and ">16.\u00a0ledna 2027<" in document
