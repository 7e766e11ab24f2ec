"""`python -m tools.photographs [--draft] [--to FOLDER] [name…]`: renders the named pictures, or all of them.

`icons` stands for the app icons, which go beside the folder of the pictures.
"""

import argparse
import sys
import time
from pathlib import Path

from PIL import Image

from tools.photographs import icons
from tools.photographs.catalogue import CATALOG

ROOT = Path(__file__).parents[2]
DRAFT = 0.5
ICONS = "icons"
CARD = "og"


def main() -> int:
    """Renders what the command line names; 0 when all went well, 2 for a name that is not in the catalog."""
    parser = argparse.ArgumentParser(prog="tools.photographs", description="Render the studio's pictures.")
    parser.add_argument("names", nargs="*", metavar="name")
    parser.add_argument("--draft", action="store_true", help="half size, for a quick look")
    parser.add_argument("--to", type=Path, default=ROOT / "assets" / "pictures", help="folder to write to")
    options = parser.parse_args()
    unknown = sorted(set(options.names) - {*CATALOG, ICONS})
    if unknown:
        print(f"no such picture: {', '.join(unknown)}; there are: {', '.join(CATALOG)}, {ICONS}", file=sys.stderr)
        return 2
    options.to.mkdir(parents=True, exist_ok=True)
    for name in options.names or [*CATALOG, ICONS]:
        started = time.monotonic()
        if name == ICONS:
            icons.render(options.to.parent)
            continue
        shot = CATALOG[name]
        picture = shot.take(name, DRAFT if options.draft else 1.0)
        save(picture, _folder(name, options.to) / f"{name}.jpg", shot.quality)
        print(f"{name}: {picture.width} × {picture.height} px, {time.monotonic() - started:.0f} s", flush=True)
    return 0


def _folder(name: str, pictures: Path) -> Path:
    """The card for shared links is published as it is, so it stands beside the masters that the build derives from."""
    return pictures.parent if name == CARD else pictures


def save(picture: Image.Image, path: Path, quality: int) -> None:
    """Writes a progressive JPEG without metadata."""
    picture.save(path, "JPEG", quality=quality, subsampling="4:2:0", optimize=True, progressive=True)


if __name__ == "__main__":
    sys.exit(main())
