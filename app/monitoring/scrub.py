"""Takes out of what is reported or logged whatever may tell who somebody is: query strings, e-mail addresses, secrets,
and what members read.

The rules are written once: `scrub.js` reads them in the browser.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from app.routes import ROUTES

MODULE = "app/monitoring/scrub.json"

SECRET = "[secret]"
KEYS = r"token|secret|passw|authorization|cookie|session_|api_?key|full_?name|e-?mail"
"""Names of values that are left out whatever they are. The syntax is what Python and JavaScript have in common."""


def _open_paths() -> Iterator[tuple[str, str]]:
    # What stands for an open parameter says what somebody looks at. Next calls files by the route's own `[name]`.
    for route in ROUTES.values():
        if route.parameters and not route.values:
            value = rf"(?!(?:\[|%5b)(?:{'|'.join(route.parameters)})(?:\]|%5d))[^\s\"'<>/?#]+"
            parts = [value if "{" in part else re.escape(part) for part in route.path.split("/")]
            yield "(?:/|%2f)".join(parts), route.path.replace("{", "[").replace("}", "]")


TEXTS: tuple[tuple[str, str], ...] = (
    (r"(?:\?|%3f)(?![\s\"'<>?.:!,)|]|$)[^\s\"'<>]*", ""),  # query strings
    (r"(?:#|%23)[^\s\"'<>?#=]{0,128}(?:=|%3d)[^\s\"'<>]*", ""),  # hashes that carry the like
    (r"//[^\s/?#@\"'<>]{1,256}@", "//"),
    *_open_paths(),
    (r"[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}", "[e-mail]"),
    (r"\b(?:bearer|basic)\s+[\w.~+/=-]{16,}", SECRET),
    (rf"(?:{KEYS})\w{{0,64}}[\"']?\s{{0,8}}(?:[=:]|%3d)\s{{0,8}}[\"']?[^\s\"',;&}}]+", SECRET),
    (r"\beyJ[\w.-]{20,}", SECRET),  # a JSON web token
    (r"\b(?=[\w-]{0,64}\d)[\w-]{40,}", SECRET),  # anything as long as this is a key
)
"""Patterns and what is put in their place, whatever the case of letters.

They look at texts that anybody may have sent. So where one of them may begin at every character, what it looks at from
there is bounded: else a long text of the wrong kind would take seconds.
"""

_KEYS = re.compile(KEYS, re.IGNORECASE)
_TEXTS = [(re.compile(pattern, re.IGNORECASE), replacement) for pattern, replacement in TEXTS]


def scrubbed(value: Any) -> Any:
    """The same JSON-like value with every text in it scrubbed, and what has a telling name replaced."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return {
            key: SECRET if isinstance(key, str) and _KEYS.search(key) else scrubbed(each) for key, each in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [scrubbed(each) for each in value]
    return value


def text(value: str) -> str:
    """One text, scrubbed."""
    for pattern, replacement in _TEXTS:
        value = pattern.sub(replacement, value)
    return value


def module() -> str:
    """The JSON that `scrub.js` reads."""
    return json.dumps({"keys": KEYS, "texts": TEXTS}, indent=2)
