"""Creates the share images, which messengers and social networks show with links."""

from pathlib import Path

from app.atomic import replacing
from app.components.share import share_file, write_share_image
from app.pages import meta_of
from app.routes import places


def render_all(folder: Path) -> set[str]:
    return {render(picture, folder) for place in places() if (picture := meta_of(place).picture)}


def render(name: str, folder: Path) -> str:
    file = folder / share_file(name)
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(file) as opened:
            write_share_image(name, opened)
    return file.name
