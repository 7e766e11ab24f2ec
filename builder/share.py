"""Makes the pictures that shared links show (`app.components.share`)."""

from pathlib import Path

from PIL import Image, ImageOps

from app.atomic import replacing
from app.components.pictures import master_of
from app.components.share import MARGIN, PAPER, QUALITY, SIZE, share_file
from app.pages import meta_of
from app.routes import places


def make_all(folder: Path) -> set[str]:
    """Makes those of all pages that are missing from `folder`; the names of all their files."""
    return {make(picture, folder) for place in places() if (picture := meta_of(place).picture)}


def make(name: str, folder: Path) -> str:
    """Makes the one of the picture `name`, if it is missing; the name of its file.

    Raises:
        FileNotFoundError: there is no picture of that name.
    """
    file = folder / share_file(name)
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with Image.open(master_of(name)) as opened, replacing(file) as part:
            laid_out(opened.convert("RGB")).save(part, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return file.name


def laid_out(picture: Image.Image) -> Image.Image:
    """The whole picture in the middle of a sheet of paper."""
    width, height = SIZE
    shown = ImageOps.contain(picture, (width - 2 * MARGIN, height - 2 * MARGIN), Image.Resampling.LANCZOS)
    sheet = Image.new("RGB", SIZE, PAPER)
    sheet.paste(shown, ((width - shown.width) // 2, (height - shown.height) // 2))
    return sheet
