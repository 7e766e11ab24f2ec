"""`make photograph FROM=~/DSC_1.jpg NAME=inks`: adds a photograph to `assets/pictures/`.

Rotates the photograph upright, limits its width and height to 2000 pixels, and converts its colors to sRGB. Makes
transparent parts white, and removes metadata such as the location.
"""

import re
import sys
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from app.components.pictures import MASTERS, WIDTHS
from app.folders import ROOT

USAGE = "Which photograph, and what is it called? For example: make photograph FROM=~/DSC_1234.jpg NAME=inks"
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MIN_SIDE_PX = WIDTHS[0]
"""The minimum length of the longer side. Excludes the small previews that Pillow often finds in RAW files."""
MAX_SIDE_PX = 2000
QUALITY = 84


class RefusedError(SystemExit):
    """Raised when the photograph cannot be added. No file has been written."""


def main(arguments: list[str]) -> None:
    if len(arguments) != 2:
        sys.exit(USAGE)
    print(add(Path(arguments[0]).expanduser(), arguments[1]))


def add(source: Path, name: str, folder: Path = MASTERS) -> str:
    """Saves the photograph as `name`.jpg. Returns instructions for showing it on a page.

    Raises:
        RefusedError: the name is invalid, or the file cannot be used as an image.
    """
    if not NAME.fullmatch(name):
        raise RefusedError(f"`{name}` is not a name: write a-z, 0-9 and hyphens, such as tins-of-ink.")
    picture = _upright(source)
    target = folder / f"{name}.jpg"
    verb = "Replaced" if target.exists() else "Added"
    picture.save(target, "JPEG", quality=QUALITY, optimize=True)
    shown = target.relative_to(ROOT) if target.is_relative_to(ROOT) else target
    width, height = picture.size
    return f'{verb} {shown} ({width} × {height}). Show it with picture("{name}", alt=_("…")).'


def _upright(source: Path) -> Image.Image:
    try:
        with Image.open(source) as opened:
            picture = _in_srgb(ImageOps.exif_transpose(opened))
    except FileNotFoundError:
        raise RefusedError(f"There is no file {source}.") from None
    except Image.DecompressionBombError:
        raise RefusedError(f"{source} has too many pixels: export it smaller, about {MAX_SIDE_PX} wide.") from None
    except (UnidentifiedImageError, OSError, ValueError) as error:
        advice = "export it as JPEG or PNG with 8 bits per color"
        raise RefusedError(f"{source} cannot be read as a picture ({error}): {advice}.") from error
    if max(picture.size) < MIN_SIDE_PX:
        width, height = picture.size
        advice = f"choose one with at least {MIN_SIDE_PX} on the longer side. Export RAW files as JPEG"
        raise RefusedError(f"{source} has only {width} × {height} pixels: {advice}.")
    picture.thumbnail((MAX_SIDE_PX, MAX_SIDE_PX), Image.Resampling.LANCZOS)
    clean = Image.new("RGB", picture.size)  # a new image has no metadata
    clean.paste(picture)
    return clean


def _in_srgb(picture: Image.Image) -> Image.Image:
    """Converts the colors to sRGB, which browsers assume for pictures without a profile."""
    profile = picture.info.get("icc_profile")
    picture = _opaque(_in_8_bits(picture))
    if profile and picture.mode in ("RGB", "CMYK", "L"):
        with suppress(ImageCms.PyCMSError, OSError):  # browsers would also ignore an invalid profile
            own, srgb = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
            picture = ImageCms.profileToProfile(picture, own, srgb, outputMode="RGB") or picture
    return picture.convert("RGB")


def _in_8_bits(picture: Image.Image) -> Image.Image:
    """Converts 16-bit grayscale to 8 bits. `convert()` would make almost every pixel white."""
    if picture.mode in ("I", "F"):
        raise ValueError("32 bits per pixel")
    if not picture.mode.startswith("I;16"):
        return picture
    return picture.convert("I").point(lambda value: value / 256).convert("L")


def _opaque(picture: Image.Image) -> Image.Image:
    """Makes transparent parts white. `convert()` would ignore transparency."""
    if not picture.has_transparency_data:
        return picture
    layer = picture.convert("RGBA")
    mode = "L" if picture.mode == "LA" else "RGB"  # a grayscale profile fits only a picture in mode L
    return Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert(mode)


if __name__ == "__main__":
    main(sys.argv[1:])
