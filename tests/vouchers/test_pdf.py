from dataclasses import replace
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from app.content.studio import STUDIO
from app.content.vouchers import VOUCHERS
from app.i18n import language_of, use
from app.inquiries.limits import MAX_GREETING_LINES, MAX_RECIPIENT, MAX_VOUCHER
from app.vouchers.choice import ANY, Choice
from app.vouchers.orders import Order, Recipient
from app.vouchers.pdf import HEIGHT, POINT, WIDTH, Style, _fitted, _width, shortened, voucher_pdf
from app.vouchers.typefaces import TEXT, missing, printable

SITE = "https://otisk.example"
CODE = "7KQ29FZ0M4TBXX1D"
ORDER = Order(
    2600001, Choice("workshop", 1900), 0, "valid", "id", 1, date(2027, 12, 1), None, CODE, "token",
    Recipient("Jana", "jana@example.com", "cs", "Markéta Šťastná", "Ať se ti daří!\nHonza", ""),
)  # fmt: skip


@pytest.fixture(autouse=True)
def built_typefaces(built: None) -> None:
    pass


def read(order: Order) -> PdfReader:
    return PdfReader(BytesIO(voucher_pdf(order, SITE)))


def text_of(order: Order) -> str:
    return read(order).pages[0].extract_text().replace("\xa0", " ")


def in_language(language: str) -> Order:
    assert ORDER.recipient
    return replace(ORDER, recipient=replace(ORDER.recipient, language=language))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("cs", ("DÁRKOVÝ POUKAZ · WORKSHOP", "1 900 Kč", "1. prosince 2027", "otisk.example/vouchers/check")),
        ("en", ("GIFT VOUCHER · WORKSHOP", "CZK 1,900", "1 December 2027", "otisk.example/en/vouchers/check")),
    ],
)
def test_it_says_what_it_is_worth(language: str, words: tuple[str, ...]) -> None:
    text = text_of(in_language(language))
    for each in (*words, "2600001", "7KQ2-9FZ0-M4TB-XX1D", "Markéta Šťastná", "Honza"):
        assert each in text, each
    assert "Jana" not in text and "example.com" not in text
    with use(language_of(language)):
        assert words[0] in text_of(replace(ORDER, recipient=None))


def test_it_says_what_was_ordered() -> None:
    assert "CELÝ DEN U LISU" in text_of(replace(ORDER, choice=Choice("workshop", 4900, wording="Celý den u lisu")))


def test_all_typefaces_are_embedded() -> None:
    fonts: Any = read(ORDER).pages[0]["/Resources"]["/Font"]  # pyright: ignore[reportIndexIssue]
    named = {font.get_object()["/BaseFont"]: "/FontFile2" in font["/FontDescriptor"] for font in fonts.values()}
    assert sorted(name.partition("+")[2] for name in named) == [
        "Brygada1918-Italic", "Brygada1918-Regular", "LeagueGothic-Regular",
    ]  # fmt: skip
    assert all(named.values())


def test_it_is_one_page_in_print_colours() -> None:
    read_ = read(ORDER)
    [page] = read_.pages
    assert page.trimbox == page.mediabox == [0, 0, *(pytest.approx(side * POINT, abs=0.01) for side in (WIDTH, HEIGHT))]
    contents = page.get_contents()
    assert contents is not None and b" k" in contents.get_data() and b" rg" not in contents.get_data()


def test_the_same_voucher_has_the_same_bytes() -> None:
    assert voucher_pdf(ORDER, SITE) == voucher_pdf(ORDER, SITE)


@pytest.mark.parametrize("kind", ["workshop", "weddings", "prints", "any"])
def test_long_texts_shrink_and_stay_on_the_page(kind: str) -> None:
    long = Recipient("J", "j@example.com", "cs", "Babička Božena " * 6, "Věta o písmu. " * 120, "")
    assert text_of(replace(ORDER, choice=Choice(kind, 50_000), recipient=long)).count(STUDIO.name) == 1
    bare = text_of(replace(ORDER, choice=Choice(kind, 500), recipient=None))
    assert "7KQ2-9FZ0-M4TB-XX1D" in bare


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("last", ["Tvoje Šárka", f"Tvoje {'milá ' * 30}Šárka"], ids=["short", "long"])
def test_all_lines_that_the_form_accepts_are_printed(language: str, last: str) -> None:
    poem = "\n".join((*(f"{number}. verš" for number in range(1, MAX_GREETING_LINES - 1)), "", last))
    recipient = Recipient("J", "j@example.com", language, ("Babička Božena " * 7)[:MAX_RECIPIENT], poem, "")
    choices = [Choice(kind.slug, each.crowns) for kind in VOUCHERS for each in kind.vouchers]
    for choice in (*choices, Choice(ANY, MAX_VOUCHER), Choice("no-longer-sold", 500)):
        text = text_of(replace(ORDER, choice=choice, recipient=recipient))
        assert "1. verš" in text and "Šárka" in text and "…" not in text, choice
        assert not shortened(choice, recipient), choice


def test_texts_that_do_not_fit_are_found() -> None:
    assert ORDER.recipient
    for changes in ({"name": "W" * MAX_RECIPIENT}, {"message": "Verš\n" * 20}):
        recipient = replace(ORDER.recipient, **changes)
        assert shortened(ORDER.choice, recipient) == {*changes.values()}
        assert "…" in text_of(replace(ORDER, recipient=recipient))


@pytest.mark.parametrize(
    ("text", "is_complete"),
    [
        ("www.studio-otisk.cz/en/vouchers/check", True),
        (f"Ahoj {'x' * 50} ahoj", True),
        (f"https://example.com/{'x' * 300}", False),
        ("Babička Božena " * 30, False),
    ],
)
def test_no_line_is_wider_than_its_column(text: str, is_complete: bool) -> None:
    size, lines, found_complete = _fitted(text, Style("Helvetica", 17), 46, lines=4, height=40, spacing=0.5)
    assert len(lines) <= 4 and all(_width(line, "Helvetica", size, 0.5) <= 46 for line in lines)
    assert ("".join(lines).replace(" ", "") == text.replace(" ", "")) is is_complete
    assert lines[-1].endswith(" …") is not is_complete and found_complete is is_complete


def test_special_spaces_and_hyphens_are_replaced() -> None:
    assert printable("a\tb\u2009c\u2011d\u2028e\xadf\u200b ♥\ufe0f", TEXT) == "a b c-d\nef "
    assert missing("a\tb\u2009c\u2011d\u2028e\xadf\u200b ♥\ufe0f") == "♥"


@pytest.mark.nightly
def test_letters_that_the_typefaces_lack_are_left_out_and_named() -> None:
    assert ORDER.recipient and missing("Ahoj 🎂 Ж!\n") == "Ж🎂"
    text = text_of(replace(ORDER, recipient=replace(ORDER.recipient, name="Žofie 🎂 Ж")))
    assert "Žofie" in text and "Ж" not in text
