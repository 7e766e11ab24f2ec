"""Writes the studio's vCard in version 3.0 (RFC 2426), which all phones and mail programs can import."""

from app.content.content_line import content_lines, escape
from app.content.studio import STUDIO, SUMMARY
from app.i18n import Language
from app.settings import settings


def vcard_path(language: Language) -> str:
    return f"{language.prefix}/{STUDIO.slug}.vcf".lstrip("/")


def vcard() -> str:
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
    return content_lines(pairs)


def _address() -> tuple[str, ...]:
    return "", "", STUDIO.street, STUDIO.city, "", STUDIO.postcode, str(STUDIO.country)
