"""Type for the pictures: npm packages pinned by version, merged once into one static TrueType file a face.

The packages split every face into `latin` and `latin-ext`, and Czech needs both; Pillow sets text from one file only.
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from PIL import ImageFont

CACHE = Path(__file__).parents[2] / ".cache" / "fonts"
CZECH = ("latin", "latin-ext")
REQUIRED = "ĚŠČŘŽÝÁÍÉÚŮŤĎŇÓěščřžýáíéúůťďňó–„“&"


@dataclass(frozen=True)
class Face:
    """One cut of a family: its package, the file's stem with `{}` for the subset, where on the axes it stands, and the
    subsets that are merged.
    """

    package: str
    version: str
    stem: str
    axes: dict[str, float] = field(default_factory=dict)
    subsets: tuple[str, ...] = CZECH


_BRYGADA = "@fontsource-variable/brygada-1918"
_CORMORANT = "@fontsource-variable/cormorant"
_BODONI = "@fontsource-variable/bodoni-moda"

FACES = {
    "serif": Face(_BRYGADA, "5.3.0", "brygada-1918-{}-wght-normal", {"wght": 480}, (*CZECH, "greek")),
    "serif-bold": Face(_BRYGADA, "5.3.0", "brygada-1918-{}-wght-normal", {"wght": 700}),
    "serif-italic": Face(_BRYGADA, "5.3.0", "brygada-1918-{}-wght-italic", {"wght": 480}, (*CZECH, "greek")),
    "gothic": Face("@fontsource-variable/league-gothic", "5.3.0", "league-gothic-{}-wdth-normal", {"wdth": 100}),
    "grotesk": Face(
        "@fontsource-variable/big-shoulders", "5.3.0", "big-shoulders-{}-standard-normal", {"wght": 800, "opsz": 72}
    ),
    "grotesk-light": Face(
        "@fontsource-variable/big-shoulders", "5.3.0", "big-shoulders-{}-standard-normal", {"wght": 500, "opsz": 10}
    ),
    "display": Face("@fontsource/young-serif", "5.3.0", "young-serif-{}-400-normal"),
    "garamond": Face(_CORMORANT, "5.3.0", "cormorant-{}-wght-normal", {"wght": 600}),
    "garamond-italic": Face(_CORMORANT, "5.3.0", "cormorant-{}-wght-italic", {"wght": 600}),
    "didone": Face(_BODONI, "5.3.0", "bodoni-moda-{}-standard-normal", {"wght": 600, "opsz": 28}),
    "didone-black": Face(_BODONI, "5.3.0", "bodoni-moda-{}-standard-normal", {"wght": 900, "opsz": 28}),
    "didone-italic": Face(_BODONI, "5.3.0", "bodoni-moda-{}-standard-italic", {"wght": 600, "opsz": 28}),
    "slab": Face("@fontsource/alfa-slab-one", "5.3.0", "alfa-slab-one-{}-400-normal"),
    "deco": Face("@fontsource/limelight", "5.3.0", "limelight-{}-400-normal"),
}


@lru_cache(maxsize=256)
def font(name: str, pixels: int) -> ImageFont.FreeTypeFont:
    """The face `name` of `FACES` at an em of `pixels`."""
    return ImageFont.truetype(str(file_of(name)), pixels)


@lru_cache
def file_of(name: str) -> Path:
    """The merged TrueType file of a face, made on first use; raises ValueError when it cannot set Czech."""
    face = FACES[name]
    target = CACHE / f"{name}-{face.version}.ttf"
    if not target.exists():
        _install()
        files = CACHE / "node_modules" / face.package / "files"
        parts = [_static(files / f"{face.stem.format(subset)}.woff2", face.axes) for subset in face.subsets]
        merged = Merger().merge([str(part) for part in parts])
        missing = [letter for letter in REQUIRED if ord(letter) not in merged.getBestCmap()]
        if missing:
            raise ValueError(f"{face.package} has no {' '.join(missing)}")
        merged.save(target)
        for part in parts:
            part.unlink()
    return target


def _static(source: Path, axes: dict[str, float]) -> Path:
    """A WOFF2 file as plain TrueType beside the cache, with its variable axes frozen."""
    loaded = TTFont(source)
    if "fvar" in loaded:
        loaded = instantiateVariableFont(loaded, axes)
    loaded.flavor = None
    target = CACHE / f"{source.stem}.part.ttf"
    loaded.save(target)
    return target


@lru_cache
def _install() -> None:
    """Puts every pinned package into the cache; a no-op for npm when they are there."""
    CACHE.mkdir(parents=True, exist_ok=True)
    bundled = Path(sys.executable).parent / "npm"
    npm = shutil.which("npm") or str(bundled)
    packages = sorted({f"{face.package}@{face.version}" for face in FACES.values()})
    options = ["--prefix", str(CACHE), "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    subprocess.run([npm, "install", *options, *packages], check=True)
