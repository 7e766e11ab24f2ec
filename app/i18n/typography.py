"""Small typographic manners that no translator should have to think of."""

import re

NBSP = "\u00a0"

_CZECH_PREPOSITION = re.compile(r"(?<![^\s(„‚\u00a0])([aikosuvzAIKOSUVZ]) (?=\S)")
_NUMBER_AND_UNIT = re.compile(r"(\d) (?=(?:Kč|CZK|EUR|%|g|mm|cm|kg|m²|pt)(?!\w))")
_TIMES = re.compile(r"(?<=\d) × (?=\d)")


def polish(text: str, language: str) -> str:
    """`text` with non-breaking spaces where a line must not end: after Czech one-letter words, within `26 × 38 cm`."""
    text = _TIMES.sub(f"{NBSP}×{NBSP}", text)
    text = _NUMBER_AND_UNIT.sub(rf"\1{NBSP}", text)
    return _CZECH_PREPOSITION.sub(rf"\1{NBSP}", text) if language == "cs" else text
