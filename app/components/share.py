"""The picture that a shared link shows: the page's own, whole, on a sheet of the site's paper in the one shape that
networks do not crop. Writes nothing: `builder.share` makes the files.
"""

import hashlib

from app.components.head import THEME_COLORS
from app.components.pictures import MASTERS, URL, master_of
from app.settings import settings

SIZE = (1200, 630)
"""Width and height in pixels, as Open Graph's readers want it."""
MARGIN = 36
"""Pixels of paper around the picture, at least."""
PAPER = THEME_COLORS["light"]
QUALITY = 82
PLAIN = "/og.jpg"
"""The path of the picture for pages that have none of their own."""


def share_file(name: str) -> str:
    """The name of the file made of the picture `name`; it contains a hash of all that the file depends on.

    Raises:
        FileNotFoundError: there is no picture of that name.
    """
    inputs = master_of(name).read_bytes() + repr((SIZE, MARGIN, PAPER, QUALITY)).encode()
    return f"{name}-share.{hashlib.sha256(inputs).hexdigest()[:10]}.jpg"


def share_url(name: str | None = None) -> str:
    """The absolute URL of the picture that a link to a page with the picture `name` shows; the plain one's where there
    are no pictures at all: a server of a build has none, and makes no pages.

    Raises:
        FileNotFoundError: there is no picture of that name.
    """
    return settings().site_url + (f"{URL}/{share_file(name)}" if name and MASTERS.is_dir() else PLAIN)
