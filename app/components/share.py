"""The image of a shared link: a page's picture, uncropped, on paper."""

import hashlib

from app.components.head import THEME_COLORS
from app.components.pictures import MASTERS, URL, master_of
from app.settings import settings

SIZE = (1200, 630)
MARGIN = 36
"""Pixels of paper around the picture."""
PAPER = THEME_COLORS["light"]
QUALITY = 82
PLAIN = "/og.jpg"
"""The image of pages without a picture."""


def share_file(name: str) -> str:
    """Returns the share image's file name, with a hash of its inputs.

    Raises:
        FileNotFoundError: there is no such picture.
    """
    inputs = master_of(name).read_bytes() + repr((SIZE, MARGIN, PAPER, QUALITY)).encode()
    return f"{name}-share.{hashlib.sha256(inputs).hexdigest()[:10]}.jpg"


def share_url(name: str | None = None) -> str:
    """Returns a share image's URL; a server without sources has the plain one."""
    return settings().site_url + (f"{URL}/{share_file(name)}" if name and MASTERS.is_dir() else PLAIN)
