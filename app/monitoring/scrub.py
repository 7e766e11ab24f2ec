"""Removes personal data from reports and logs. `scrub.js` follows the same rules."""

import json
import re
from collections.abc import Iterator
from typing import Any

from app.routes import ROUTES

MODULE = "app/monitoring/scrub.json"

SECRET = "[secret]"
SECRET_KEYS = r"token|secret|passw|authorization|cookie|session_|api_?key|full_?name|e-?mail"
"""A pattern for keys whose values are removed. It is valid in Python and JavaScript."""


def _open_paths() -> Iterator[tuple[str, str]]:
    # Matches path parameters, which reveal what a member reads. Skips placeholders such as `[name]`.
    for route in ROUTES.values():
        if route.parameters and not route.values:
            value = rf"(?!(?:\[|%5b)(?:{'|'.join(route.parameters)})(?:\]|%5d))[^\s\"'<>/?#]+"
            parts = [value if "{" in part else re.escape(part) for part in route.path.split("/")]
            yield "(?:/|%2f)".join(parts), route.path.replace("{", "[").replace("}", "]")


_DESK_FILES = ("files", "vouchers")
_POSTS = ("patreon.com", "patreonusercontent.com", "youtube-nocookie.com", "youtube.com", "youtu.be", "vimeo.com")
"""Hosts of links, pictures and players in members' posts. Paths on these hosts reveal what a member reads."""
_PORTAL = r"(?!portal(?:/|%2f))"
"""A pattern that exempts paths of Patreon's developer portal from removal. The site's own messages contain such paths.
"""


def _other_paths() -> Iterator[tuple[str, str]]:
    for folder in _DESK_FILES:
        yield rf"(?:/|%2f)desk(?:/|%2f){folder}(?:/|%2f)[^\s\"'<>?#]+", f"/desk/{folder}/[file]"
    for host in _POSTS:
        skipped = _PORTAL if host == "patreon.com" else ""
        yield rf"{re.escape(host)}(?:/|%2f){skipped}[^\s\"'<>]+", f"{host}/"


_VALUE = r"(?!\(hidden\)(?![^\s\"',;&}]))[^\s\"',;&}]+"
"""A pattern for any value except `(hidden)`, which messages about settings show instead of a secret."""

TEXT_RULES: tuple[tuple[str, str], ...] = (
    (r"(?:\?|%3f)(?![\s\"'<>?.:!,)|]|$)[^\s\"'<>]*", ""),  # query strings
    (r"(?:#|%23)[^\s\"'<>?#=]{0,128}(?:=|%3d)[^\s\"'<>]*", ""),  # URL fragments with parameters
    (r"//[^\s/?#@\"'<>]{1,256}@", "//"),
    *_open_paths(),
    *_other_paths(),
    (r"[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}", "[e-mail]"),
    (r"\b(?:bearer|basic)\s+[\w.~+/=-]{16,}", SECRET),
    (rf"(?:{SECRET_KEYS})\w{{0,64}}[\"']?\s{{0,8}}(?:[=:]|%3d)\s{{0,8}}[\"']?{_VALUE}", SECRET),
    (r"\beyJ[\w.-]{20,}", SECRET),  # JSON web tokens
    (r"\b(?=[\w-]{0,64}\d)[\w-]{40,}", SECRET),  # strings that could be secret keys
)
"""Patterns and their replacements. Limits on repetitions prevent very slow matching."""

_KEYS = re.compile(SECRET_KEYS, re.IGNORECASE)
_TEXTS = [(re.compile(pattern, re.IGNORECASE), replacement) for pattern, replacement in TEXT_RULES]


def scrubbed(value: Any) -> Any:
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
    for pattern, replacement in _TEXTS:
        value = pattern.sub(replacement, value)
    return value


def module() -> str:
    """Returns the rules for `scrub.js` as JSON."""
    return json.dumps({"keys": SECRET_KEYS, "texts": TEXT_RULES}, indent=2)
