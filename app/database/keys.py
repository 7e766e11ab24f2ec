"""Texts that the database stores for comparisons and searches."""

import unicodedata

_DOTLESS_DOMAINS = ("gmail.com", "googlemail.com")


def mailbox(address: str) -> str:
    """Returns the same key for all spellings of a mailbox's address."""
    local, _at, domain = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    return f"{local.replace('.', '') if domain in _DOTLESS_DOMAINS else local}@{domain}"


def folded(text: str) -> str:
    """Returns a text without case and accents, because people search for "novak"."""
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))


def searched(*texts: str) -> str:
    return folded(" ".join(map(str, texts)))
