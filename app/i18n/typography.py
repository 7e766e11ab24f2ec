"""Adds non-breaking spaces and checks typography."""

import re
from collections.abc import Iterator

NBSP = "\u00a0"

_UNITS = "Kč|CZK|EUR|%|g|gsm|mm|cm|m|kg|m²|pt|ppi|B|kB|MB|GB"
_LOWER = "[a-záčďéěíňóřšťúůýž]"
_UPPER = "[A-ZÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ]"

# Patterns for spaces that must be non-breaking.
_TOGETHER = (
    r"(?<=\d) (?=[×:] ?\d)|(?<=\d[ \u00a0][×:]) (?=\d)",  # sizes and scales: 26 × 38, 1 : 500
    r"(?<=\d) (?=\d{2,3}(?!\d))",  # numbers: 1 200, 602 00
    rf"(?<=\d) (?=(?:{_UNITS})(?!\w))",  # units: 600 g
    r"(?<=\bCZK) (?=\d)|(?<=\bEUR) (?=\d)|(?<=≈) (?=\S)",
    rf"(?<=\b{_UPPER}\.) (?={_UPPER}\.)|(?<=\b{_UPPER}\.) (?={_UPPER}{_LOWER}\w)",  # initials: K. H. Mácha
    r"(?<=\S) (?=– )",  # dashes: Brno – Praha
    r"(?<=§) (?=\d)|(?<=\b[Ss]ection) (?=\d)|(?<=\bArticle) (?=\d)",  # sections of laws: § 1837
    r"(?<=\d) (?=[UC]\b)",  # Pantone colours: 485 U
)
_TOGETHER_IN_CZECH = (
    r"(?<=[\s(\[„‚/–][aikosuvzAIKOSUVZ]) (?=\S)|(?<=^[aikosuvzAIKOSUVZ]) (?=\S)",  # prepositions: v Brně
    rf"(?<=\d) (?={_LOWER})",  # quantities: 12 ks
    rf"(?<=\b\d\.) (?=\d|{_LOWER})|(?<=\b\d\d\.) (?=\d|{_LOWER})",  # dates: 1. 2. 2026, 16. ledna
    rf"(?<=\b{_LOWER}\.) (?={_LOWER}\.|\d)",  # abbreviations: s. r. o., č. 5
    r"(?<=\bsp\.) (?=zn\.)|(?<=\bzn\.) (?=\w)|(?<=\bčl\.) (?=\d)|(?<=\bodst\.) (?=\d)|(?<=\bpísm\.) (?=\w)",
    r"(?<=\bIČO) (?=\d)|(?<=\bDIČ) (?=[A-Z]{2}\d)",
)
_SPACES = {
    "": re.compile("|".join(_TOGETHER)),
    "cs": re.compile("|".join((*_TOGETHER, *_TOGETHER_IN_CZECH))),
}

_NO_SPACE = {"a space before a punctuation mark": re.compile(r"[ \u00a0](?:[,;!?]|:(?!.\d))")}
_FAULTS = {
    "": {
        "a straight quotation mark": re.compile(r'"'),
        "a straight apostrophe": re.compile(r"'"),
        "three dots instead of …": re.compile(r"\.\.\."),
        "a hyphen instead of an en dash in a range": re.compile(r"\d ?- ?\d"),
        "a hyphen instead of a dash": re.compile(r"(?:^|\s)--?\s"),
        "spaces around the dash of a range": re.compile(r"\d\s–\s\d"),
        "two spaces": re.compile(r"[ \u00a0]{2}"),
    },
    "cs": {
        **_NO_SPACE,
        "an English quotation mark": re.compile(r"”|‘(?!\W|$)|“(?=\w)"),
        "quotation marks that do not pair": re.compile(r"^[^„]*“|„[^“]*(?:„|$)"),
    },
    "en": {
        **_NO_SPACE,
        "“inquiry” instead of “enquiry”": re.compile(r"(?<!{)\binquir", re.IGNORECASE),
        "“g” instead of “gsm”": re.compile(r"\d[ \u00a0]g\b"),
        "a Czech quotation mark": re.compile(r"[„‚]|[«»]"),
        "quotation marks that do not pair": re.compile(r"^[^“]*”|“[^”]*(?:“|$)"),
    },
}
"""Patterns for typographic faults, keyed by language. The key "" applies to all languages."""


def polish(text: str, language: str) -> str:
    """Adds non-breaking spaces, for example after Czech one-letter words."""
    return _SPACES.get(language, _SPACES[""]).sub(NBSP, text)


def faults(text: str, language: str) -> Iterator[str]:
    """Yields typographic faults, such as straight quotation marks, or hyphens instead of dashes."""
    for of in ("", language):
        for fault, pattern in _FAULTS.get(of, {}).items():
            if pattern.search(text):
                yield fault
