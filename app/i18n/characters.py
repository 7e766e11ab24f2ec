"""Cleans typed text. Does not use `str.isprintable()`, which rejects emojis that are newer than Python."""

import re

LINE_BREAKS = re.compile(r"\r\n|[\r\v\f\x85\u2028\u2029]")
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, characters that change the text direction, and surrogates."""
INVISIBLE = re.compile(r"[\u00ad\u061c\u200b\u200e\u200f\u2060-\u206f\ufeff]")
"""Invisible characters. `fields.js` has the same patterns."""
JOINERS = "\u200c\u200d"

_SPACES = re.compile(r"\s+")
_ENDS = JOINERS + "".join(filter(str.isspace, map(chr, range(0x3001))))


def lines(text: str) -> str:
    """Removes invisible characters. Turns all line breaks into newlines."""
    return INVISIBLE.sub("", CONTROLS.sub("", LINE_BREAKS.sub("\n", text))).strip(_ENDS)


def one_line(text: str) -> str:
    """Removes invisible characters. Turns line breaks into spaces."""
    return _SPACES.sub(" ", lines(text))
