"""The studio as a vCard 3.0 (RFC 2426), the version that every phone and mail program imports."""

from app.content.studio import STUDIO, SUMMARY
from app.settings import settings

FILE = "studio-otisk.vcf"
"""The name under which the card is published at the root of the site."""

FOLD = 75
"""Octets after which a line is folded, its end not counted."""


def vcard() -> str:
    """The card's text in the language in use, with CRLF line ends."""
    pairs = (
        ("BEGIN", "VCARD"),
        ("VERSION", "3.0"),
        ("N", f"{escape(STUDIO.name)};;;;"),
        ("FN", escape(STUDIO.name)),
        ("ORG", escape(STUDIO.legal_name)),
        ("X-ABShowAs", "COMPANY"),
        ("ADR;TYPE=WORK", ";".join(escape(part) for part in _address())),
        ("GEO", f"{STUDIO.latitude:.6f};{STUDIO.longitude:.6f}"),
        ("TEL;TYPE=WORK,VOICE", STUDIO.phone_url.removeprefix("tel:")),
        ("EMAIL;TYPE=INTERNET,WORK", STUDIO.email),
        ("URL", settings().site_url),
        *((f"X-SOCIALPROFILE;TYPE={social.name.lower()}", social.url) for social in STUDIO.socials),
        ("NOTE", escape(str(SUMMARY))),
        ("END", "VCARD"),
    )
    return "".join(fold(f"{name}:{value}") + "\r\n" for name, value in pairs)


def escape(value: str) -> str:
    """A value with what separates values escaped (RFC 2426, section 5)."""
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def fold(line: str) -> str:
    """A line as lines of at most `FOLD` octets, cut between characters (RFC 2426, section 2.6)."""
    folded, room = "", FOLD
    for character in line:
        size = len(character.encode())
        if size > room:
            # The space that marks a continuation is the first octet of the new line.
            folded, room = folded + "\r\n ", FOLD - 1
        folded, room = folded + character, room - size
    return folded


def _address() -> tuple[str, ...]:
    """Post office box, extended address, street, city, region, postal code, country."""
    return "", "", STUDIO.street, STUDIO.city, "", STUDIO.postcode, str(STUDIO.country)
