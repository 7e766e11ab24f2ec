"""Prepares text for comparisons and searches in the database."""

import unicodedata
from hashlib import sha256

_GMAIL = ("gmail.com", "googlemail.com")


def mailbox(address: str) -> str:
    """Returns the same key for all spellings of an email address that reach the same mailbox."""
    local, _at, domain = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    return f"{local.replace('.', '')}@{_GMAIL[0]}" if domain in _GMAIL else f"{local}@{domain}"


def readable_address(address: str) -> str:
    local, _at, domain = address.rpartition("@")
    if "xn--" not in domain:
        return address
    import idna

    try:
        return f"{address} ({local}@{idna.decode(domain)})"
    except idna.IDNAError:
        return address


def digest(secret: str) -> bytes:
    """Returns the hash under which the database stores a secret: a token, code or ID."""
    return sha256(secret.encode()).digest()


def folded(text: str) -> str:
    """Returns lower-case text without accents, so that a search for "novak" finds "Novák"."""
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))


def searched(email: str, *texts: str) -> str:
    return folded(" ".join((readable_address(email), *map(str, texts))))
