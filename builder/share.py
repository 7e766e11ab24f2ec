"""Creates the share images, which messengers and social networks show with links."""

from pathlib import Path

from PIL import Image, ImageOps

from app.atomic import replacing
from app.components.pictures import master_of
from app.components.share import MARGIN, PAPER, QUALITY, SIZE, share_file
from app.pages import meta_of
from app.routes import places


def render_all(folder: Path) -> set[str]:
    """Creates missing share images. Returns the file names of all share images."""
    return {render(picture, folder) for place in places() if (picture := meta_of(place).picture)}


def render(name: str, folder: Path) -> str:
    """Creates the share image of a picture if it is missing. Returns the image's file name."""
    file = folder / share_file(name)
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with Image.open(master_of(name)) as original, replacing(file) as opened:
            _on_paper(original.convert("RGB")).save(opened, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return file.name


def _on_paper(picture: Image.Image) -> Image.Image:
    width, height = SIZE
    shown = ImageOps.contain(picture, (width - 2 * MARGIN, height - 2 * MARGIN), Image.Resampling.LANCZOS)
    sheet = Image.new("RGB", SIZE, PAPER)
    sheet.paste(shown, ((width - shown.width) // 2, (height - shown.height) // 2))
    return sheet
