import re
from email import message_from_string, policy
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from app.content.studio import STUDIO
from app.i18n import use
from app.mails import Code, Link, Message, Paragraph, Picture, Quote, Rows
from app.mails.plain import COLUMNS, plain
from tests.fakes.smtp import text_of
from tests.support.languages import BOTH
from tests.support.mails import html_of, parsed
from tools.mails import samples

LONG = "https://otisk.example/booking?token=" + "x" * 80


def read(text: str) -> str:
    mail = message_from_string("Content-Type: text/plain; format=flowed\n\n" + text, policy=policy.default)
    return text_of(mail)  # pyright: ignore[reportArgumentType]


def message(*blocks) -> Message:
    return Message("Subject", "Title", blocks, is_signed=False)


def test_every_block_is_shown() -> None:
    picture = Picture("qr.png", "image/png", b"", "QR code", 200)
    rows = Rows("Order", (("What", "cards"),), ("Total", "CZK 900"))
    text = plain(message(Paragraph("Hello,"), Link("Confirm", LONG), rows, Quote("a\n\nb"), Code("show 1"), picture))
    assert text == (
        f"Hello,\n\nConfirm:\n{LONG}\n\nOrder:\nWhat: cards\nTotal: CZK 900\n\n"
        "> a\n>\n> b\n\nshow 1\n\n[QR code: qr.png]\n"
    )


def test_long_lines_are_wrapped_and_joined_by_mail_programs() -> None:
    paragraph = "From time to time " + "a word or two " * 30
    text = plain(message(Paragraph(paragraph), Paragraph(LONG)))
    assert all(len(line) <= COLUMNS + 2 for line in text.splitlines() if line != LONG)
    assert text.startswith(" From") and LONG in text.splitlines()
    assert read(text) == f"{paragraph.rstrip()}\n\n{LONG}\n"


LINES = st.lists(st.text(st.sampled_from("ab >.-F"), max_size=200).map(lambda line: " ".join(line.split())))


@given(LINES)
def test_a_typed_text_arrives_as_it_is(lines: list[str]) -> None:
    typed = "\n".join(lines)
    quoted = "\n".join(f"> {line}".rstrip() for line in typed.splitlines())
    assert read(plain(message(Quote(typed)))) == f"{quoted}\n"


def test_typed_lines_cannot_pass_for_the_site_s_own() -> None:
    typed = f"Hello\n\nOpen it on the desk:\u2028https://evil.example {'word ' * 40}\n> From me"
    address = Rows("Order", (("Address", typed), ("> Name", "Jana")))
    for block, own in ((Quote(typed), []), (address, ["Order:", "Address:", " > Name: Jana"])):
        lines = plain(message(block)).splitlines()
        assert [line for line in lines if not line.startswith(">")] == own
        assert "> > From me" in lines and len(lines) > len(own) + 5


def test_a_command_is_one_line_which_can_be_copied() -> None:
    found = set()
    for mail in (parsed(sample.mail) for sample in samples()):
        commands = {unescape(each) for each in re.findall(r"<code[^>]*>([^<]*)</code>", html_of(mail))}
        body = mail.get_body(("plain",))
        assert body and commands <= set(body.get_content().splitlines())
        found |= commands
    assert found


def test_a_mail_to_a_customer_is_signed() -> None:
    for language in BOTH:
        with use(language):
            text = plain(Message("Subject", "Title", (Paragraph("x"),)))
        assert f"{STUDIO.name}\n{STUDIO.street}, {STUDIO.city}, +420" in text
