from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.database.keys import mailbox
from app.inquiries.addresses import normalise

FRAGMENTS = st.one_of(
    st.sampled_from(
        [*"abz019.@+-_'=?%!\"\\()<>,;: \t\r\n", "=?utf-8?q?", "?=", "=40", "xn--", "é", "ž", "\u202e", "ａ"]
    ),
    st.characters(),
)
TYPED = st.one_of(
    st.lists(FRAGMENTS, max_size=30).map("".join),
    st.builds(
        lambda local, domain: f"{local}@{domain}",
        st.lists(FRAGMENTS, max_size=12).map("".join),
        st.sampled_from(
            ["example.com", "háčky.cz", "xn--hky-ela4t.cz", "mail.example", "EXAMPLE.com", "a.b.c.example"]
        ),
    ),
)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("jana@example.com", "jana@example.com"),
        (" jana@example.com ", "jana@example.com"),
        ("o'hara@example.com", "o'hara@example.com"),
        ("jana+print@example.com", "jana+print@example.com"),
        ("Jana@EXAMPLE.com", "Jana@example.com"),
        ("jana@háčky.cz", "jana@xn--hky-ela4t.cz"),
        ("a=b@example.com", "a=b@example.com"),
    ],
)
def test_an_address_is_normalised(typed: str, sent: str) -> None:
    assert normalise(typed) == sent


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "jana",
        "jana@localhost",
        "jana@example.com,eva@example.com",
        "Jana <jana@example.com>",
        "jana@[127.0.0.1]",
        '"jana eva"@example.com',
        "žofie@example.com",
        "=?utf-8?q??=@example.com",
        "=?utf-8?q?victim?=@example.com",
        "victim%example.com@otisk.cz",
        "example.com!victim@otisk.cz",
        "jana@example.com\r\nBcc: eva@example.com",
        "jana@exa\u200bmple.com",
        "x" * 65 + "@example.com",
        "jana@" + "a." * 200 + "com",
        "a" * 1_000_000 + "@example.com",
    ],
)
def test_an_address_that_may_not_arrive_is_rejected(typed: str) -> None:
    assert normalise(typed) is None


@settings(max_examples=500)
@given(TYPED)
def test_an_accepted_address_is_parsed_unchanged(typed: str) -> None:
    address = normalise(typed)
    if address is None:
        return
    assert normalise(address) == address
    mail = EmailMessage()
    mail["To"] = address
    [parsed] = mail["To"].addresses
    assert parsed.addr_spec == address and address.isascii()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jana@example.com", "jana@example.com"),
        ("jana+a@example.com", "jana+b@example.com"),
        ("ja.na@gmail.com", "jana+x@gmail.com"),
        ("jana@gmail.com", "ja.na@GoogleMail.com"),
    ],
)
def test_spellings_of_one_mailbox_have_one_key(one: str, other: str) -> None:
    assert mailbox(one) == mailbox(other)


def test_different_mailboxes_have_different_keys() -> None:
    assert (
        len({mailbox(each) for each in ("ja.na@example.com", "jana@example.com", "+a@example.com", "+b@example.com")})
        == 4
    )
