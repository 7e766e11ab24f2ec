"""The image that chats and social networks show beside a shared link: the page's picture on a paper-like background."""

import hashlib

from app.components.head import THEME_COLORS
from app.components.pictures import MASTERS, URL, master_of
from app.settings import settings

SIZE = (1200, 630)
MARGIN = 36
PAPER = THEME_COLORS["light"]
QUALITY = 82
PLAIN = "/og.jpg"


def share_file(name: str) -> str:
    """Returns a share image's file name, with a hash of the picture and layout.

    Raises:
        FileNotFoundError: the picture does not exist.
    """
    inputs = master_of(name).read_bytes() + repr((SIZE, MARGIN, PAPER, QUALITY)).encode()
    return f"{name}-share.{hashlib.sha256(inputs).hexdigest()[:10]}.jpg"


def share_url(name: str | None = None) -> str:
    """Returns the URL of the share image for picture `name`, or for the studio if `name` is None."""
    return settings().site_url + (f"{URL}/{share_file(name)}" if name and MASTERS.is_dir() else PLAIN)
