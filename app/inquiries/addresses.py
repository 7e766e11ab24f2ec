from email_validator import EmailNotValidError, validate_email

from app.inquiries import limits

_REWRITTEN = ("%", "!", "=?")
"""Parts of addresses that mail software rewrites: `user%host`, `host!user` (Postfix), and encoded words (RFC 2047)."""


def normalise(typed: str) -> str | None:
    """Returns the email address in ASCII, or None if the address is invalid or mail software might rewrite it."""
    if len(typed) > limits.MAX_TYPED_EMAIL:
        return None
    try:
        found = validate_email(
            typed.strip(), check_deliverability=False, allow_smtputf8=False, allow_quoted_local=False, strict=True
        )
    except EmailNotValidError:
        return None
    address = found.ascii_email
    if address is None or len(address) > limits.MAX_EMAIL or any(part in address for part in _REWRITTEN):
        return None
    return address
