"""Where icons come from: bundled, kept from an earlier build, or asked for once.

Only a build asks. It names, in the environment, the file in which it wants to read what has become a placeholder
(`NOTICES`); the server, which evaluates members' pages again when it starts, asks nobody.
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
from app.components.icon.drawing import Drawing, Shape, Unusable, drawing
from app.components.icon.provider import TIMEOUT_SECONDS, NotProvided, ask
from app.settings import ROOT, settings

BUNDLED = Path(__file__).with_name("bundled.json")
"""Some icons of Tabler's set, in Iconify's format. `python -m tools.icons` adds to them."""
OWN_PREFIX = "tabler"
"""The set of an icon whose name has no prefix."""
KEPT = ROOT / ".web" / "icons"
"""Where icons that were fetched stand. They are kept from build to build."""
NOTICES = "ICON_NOTICES"
"""The environment variable that names the file of notices: a line an icon, its name and why it is a placeholder."""

PLACEHOLDER = Drawing(
    "0 0 24 24", (Shape("path", {"d": "M5 5h14v14H5z", "fill": "none", "stroke": "currentColor", "stroke-width": "2"}),)
)

logger = logging.getLogger(__name__)


class Missing(Exception):
    """An icon cannot be had; `str(error)` says why in a clause."""


@dataclass(frozen=True)
class Name:
    """An icon's name: the set's prefix and the name in the set."""

    prefix: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """`prefix:name`, or `name` alone in the site's own set.

        Raises:
            ValueError: that is no icon's name.
        """
        found = re.fullmatch(r"(?:([a-z\d]+(?:-[a-z\d]+)*):)?([a-z\d]+(?:-[a-z\d]+)*)", text)
        if not found:
            raise ValueError(f"{text!r} is no icon's name: it is `name` or `prefix:name`, of a-z, 0-9 and hyphens")
        return cls(found[1] or OWN_PREFIX, found[2])

    def __str__(self) -> str:
        return f"{self.prefix}:{self.name}"


@cache
def find(text: str) -> Drawing:
    """The icon of that name; a plain placeholder when it cannot be had, which is noted for the build.

    Raises:
        ValueError: that is no icon's name.
    """
    name = Name.parse(text)
    notices = os.environ.get(NOTICES)
    try:
        return obtain(name, settings().icon_provider_url if notices else None)
    except Missing as error:
        if notices:
            logger.warning("The icon %s is a placeholder: %s", name, error)
            with Path(notices).open("a") as file:
                file.write(f"{name}\t{error}\n")
        return PLACEHOLDER


def obtain(name: Name, provider: str | None, folder: Path = KEPT, seconds: float = TIMEOUT_SECONDS) -> Drawing:
    """The icon from the bundled set, from `folder`, or from the provider, which has `seconds` and is asked once: what
    it gave is kept in the folder.

    Raises:
        Missing: it cannot be had.
    """
    if name.prefix == OWN_PREFIX and name.name in bundled()["icons"]:
        return drawing(bundled(), name.name)
    file = folder / name.prefix / f"{name.name}.json"
    try:
        return drawing(json.loads(file.read_text()), name.name)
    except (OSError, ValueError, Unusable):
        pass  # it is not there, or it is damaged and as good as not there
    if not provider:
        raise Missing("it is not bundled, and ICON_PROVIDER_URL is not set")
    try:
        icons = ask(provider, name.prefix, name.name, seconds)
        found = drawing(icons, name.name)
    except (NotProvided, Unusable) as error:
        raise Missing(str(error)) from error
    _keep(icons, file)
    return found


@cache
def bundled() -> dict:
    """The bundled set, in Iconify's format."""
    return json.loads(BUNDLED.read_text())


def _keep(icons: object, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing(file) as part:
        part.write(json.dumps(icons).encode())
