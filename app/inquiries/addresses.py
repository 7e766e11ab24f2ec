"""Checks e-mail addresses, and reduces them to the form that is sent over SMTP."""

from email_validator import EmailNotValidError, validate_email

from app.content.inquiry import MAX_EMAIL

MAX_TYPED = 1_000
"""Characters of a typed address; longer ones are refused unread."""

_ROUTED = ("%", "!", "=?")
"""Parts that mail software rewrites into another address: Postfix's `allow_percent_hack` and `swap_bangpath`, which are
on by default, and encoded words (RFC 2047)."""
_DOTLESS = ("gmail.com", "googlemail.com")
"""Domains whose mailboxes ignore dots in the local part."""


def normalise(typed: str) -> str | None:
    """Returns a typed address as a plain ASCII `local@domain`, with its domain in lower-case punycode. Returns None if
    there is no such form, or if it may not arrive as it is.

    Refuses quoted local parts and those with letters outside ASCII, as many servers do not take them.
    """
    if len(typed) > MAX_TYPED:
        return None
    try:
        found = validate_email(
            typed.strip(), check_deliverability=False, allow_smtputf8=False, allow_quoted_local=False, strict=True
        )
    except EmailNotValidError:
        return None
    address = found.ascii_email
    if address is None or len(address) > MAX_EMAIL or any(part in address for part in _ROUTED):
        return None
    return address


def mailbox(address: str) -> str:
    """Returns the key by which limits count a normalised address: respellings of one mailbox have the same."""
    local, _at, domain = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    return f"{local.replace('.', '') if domain in _DOTLESS else local}@{domain}"
