"""The image that chats and social networks show beside a shared link: the page's picture on a paper-like background."""

import hashlib
from pathlib import Path
from typing import IO

from PIL import Image, ImageOps, __version__

from app.components.head import THEME_COLORS
from app.components.pictures import MASTERS, URL, master_of
from app.settings import settings

SIZE = (1200, 630)
MARGIN = 36
PAPER = THEME_COLORS["light"]
QUALITY = 82
PLAIN = "/og.jpg"


def share_file(name: str) -> str:
    """Returns a share image's file name, with a hash of the picture and of this module, which draws the image.

    Raises:
        FileNotFoundError: the picture does not exist.
    """
    inputs = master_of(name).read_bytes(), Path(__file__).read_bytes(), PAPER.encode(), __version__.encode()
    return f"{name}-share.{hashlib.sha256(b''.join(inputs)).hexdigest()[:10]}.jpg"


def write_share_image(name: str, file: IO[bytes]) -> None:
    with Image.open(master_of(name)) as original:
        sheet = _on_paper(original.convert("RGB"))
    sheet.save(file, "JPEG", quality=QUALITY, optimize=True, progressive=True)


def share_url(name: str | None = None) -> str:
    """Returns the URL of the share image for picture `name`, or for the studio if `name` is None."""
    return settings().site_url + (f"{URL}/{share_file(name)}" if name and MASTERS.is_dir() else PLAIN)


def _on_paper(picture: Image.Image) -> Image.Image:
    width, height = SIZE
    shown = ImageOps.contain(picture, (width - 2 * MARGIN, height - 2 * MARGIN), Image.Resampling.LANCZOS)
    sheet = Image.new("RGB", SIZE, PAPER)
    sheet.paste(shown, ((width - shown.width) // 2, (height - shown.height) // 2))
    return sheet
