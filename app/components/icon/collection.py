"""Finds an icon in the project, in the cache, or on the internet.

`find` downloads icons only if the environment variable `ICON_NOTICES` is set. Builds set this variable.
"""

import json
import logging
import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

from app.atomic import replacing
from app.components.icon.drawing import Drawing, Shape, UnusableIconError, drawing
from app.components.icon.provider import ProviderError, ask
from app.folders import ROOT
from app.settings import settings
from app.suggestion import did_you_mean

BUNDLED = Path(__file__).with_name("bundled.json")
"""The file with the project's icons. `python -m tools.icons` adds more."""
OWN_PREFIX = "tabler"
CACHE_FOLDER = ROOT / ".web" / "icons"
NOTICES = "ICON_NOTICES"
"""The environment variable with the path to the build's list of missing icons."""

PLACEHOLDER = Drawing(
    "0 0 24 24", (Shape("path", {"d": "M5 5h14v14H5z", "fill": "none", "stroke": "currentColor", "stroke-width": "2"}),)
)

logger = logging.getLogger(__name__)


class IconNotFoundError(Exception):
    """Raised when an icon is not available."""


@dataclass(frozen=True)
class Name:
    prefix: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parses `prefix:name` or `name`. Raises ValueError if the name is invalid."""
        found = re.fullmatch(r"(?:([a-z\d]+(?:-[a-z\d]+)*):)?([a-z\d]+(?:-[a-z\d]+)*)", text)
        if not found:
            raise ValueError(f"{text!r} is not an icon: write `name` or `prefix:name`, with a-z, 0-9 and hyphens")
        return cls(found[1] or OWN_PREFIX, found[2])

    def __str__(self) -> str:
        return f"{self.prefix}:{self.name}"


@cache
def find(text: str) -> Drawing:
    """Returns an icon, or a placeholder for a missing icon. Raises ValueError if the name is invalid."""
    name = Name.parse(text)
    notices = os.environ.get(NOTICES)
    try:
        return obtain(name, settings().icon_provider_url if notices else None)
    except IconNotFoundError as error:
        if notices:
            logger.warning("The icon %s is a placeholder: %s.%s", name, error, suggestion(name))
            with Path(notices).open("a") as file:
                file.write(f"{name}\t{error}\n")
        return PLACEHOLDER


def obtain(name: Name, provider: str | None) -> Drawing:
    """Returns an icon from the project, the cache or the provider. Raises IconNotFoundError if none of them has it."""
    if name.prefix == OWN_PREFIX and name.name in bundled()["icons"]:
        return drawing(bundled(), name.name)
    file = CACHE_FOLDER / name.prefix / f"{name.name}.json"
    try:
        return drawing(json.loads(file.read_text()), name.name)
    except (OSError, ValueError, UnusableIconError):
        pass  # the cached file is missing or damaged
    if not provider:
        raise IconNotFoundError(_how_to_have(name))
    try:
        icons = ask(provider, name.prefix, name.name)
        found = drawing(icons, name.name)
    except (ProviderError, UnusableIconError) as error:
        raise IconNotFoundError(str(error)) from error
    _keep(icons, file)
    return found


def _how_to_have(name: Name) -> str:
    if name.prefix == OWN_PREFIX:
        return f'it is not bundled (if Tabler has it, `make icons NAMES="{name.name}"` adds it)'
    return "it is not bundled, and ICON_PROVIDER_URL is not set"


def suggestion(name: Name) -> str:
    """Returns a sentence that suggests a similar icon of the project, or an empty string if there is none."""
    return did_you_mean(name.name, bundled()["icons"]) if name.prefix == OWN_PREFIX else ""


@cache
def bundled() -> dict:
    return json.loads(BUNDLED.read_text())


def _keep(icons: object, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing(file) as part:
        part.write(json.dumps(icons).encode())
