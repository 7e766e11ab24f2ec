"""From one committed master to everything a `<picture>` needs: modern formats, several widths, a blurred placeholder.

Files are named by what goes into them, so a folder of them is a cache: what is there is right, what is missing is made.
"""

import base64
import hashlib
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image

MASTERS = Path(__file__).resolve().parents[2] / "assets" / "pictures"
URL = "/pictures"
WIDTHS = (480, 800, 1200, 2000)
WORTHWHILE = 1.15
"""How much wider than the last of `WIDTHS` a master must be for its own width to be offered too."""
FALLBACK_WIDTH = 1200
PLACEHOLDER_WIDTH = 12


@dataclass(frozen=True)
class Encoder:
    """A media type, its Pillow format and file suffix, and the options it is saved with."""

    type: str
    format: str
    suffix: str
    options: tuple[tuple[str, int | bool | str], ...]


ENCODERS = (
    Encoder("image/avif", "AVIF", "avif", (("quality", 54), ("speed", 8), ("max_threads", 1))),
    Encoder("image/webp", "WEBP", "webp", (("quality", 74), ("method", 3))),
    Encoder("image/jpeg", "JPEG", "jpg", (("quality", 78), ("optimize", True), ("progressive", True))),
)
"""Best first: the order in which a browser is offered them."""


@dataclass(frozen=True)
class Derived:
    """A picture ready for a page: the master's size in pixels, a data URI to show meanwhile, and per media type the
    addresses with their widths in pixels, narrowest first. `fallback` is a JPEG for browsers that pick none.
    """

    name: str
    width: int
    height: int
    placeholder: str
    sources: Mapping[str, tuple[tuple[str, int], ...]]
    fallback: str

    @property
    def files(self) -> set[str]:
        """The names of all files that the addresses lead to."""
        return {Path(url).name for urls in self.sources.values() for url, _ in urls}


def derive(name: str, folder: Path) -> Derived:
    """Writes what is missing of the picture `name` into `folder` (served at `/pictures`) and says what is there.

    Raises `FileNotFoundError`, naming the pictures that exist, when there is no master of that name.
    """
    known = sorted(path.stem for path in MASTERS.glob("*.jpg"))
    if name not in known:
        raise FileNotFoundError(f"no picture {name!r} in {MASTERS.name}; there are: {', '.join(known)}")
    master = (MASTERS / f"{name}.jpg").read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    with Image.open(BytesIO(master)) as opened:
        width, height = opened.size
    sizes = _sizes(width, height)
    files = {
        encoder: [(f"{name}-{across}.{_fingerprint(master, encoder)}.{encoder.suffix}", across) for across, _ in sizes]
        for encoder in ENCODERS
    }
    _write_missing(master, folder, files, dict(sizes))
    sources = {
        encoder.type: tuple((f"{URL}/{file}", across) for file, across in named) for encoder, named in files.items()
    }
    jpegs = sources["image/jpeg"]
    fallback = next((url for url, across in reversed(jpegs) if across <= FALLBACK_WIDTH), jpegs[0][0])
    return Derived(name, width, height, _placeholder(master), sources, fallback)


def shape(name: str) -> float:
    """How many times as wide as high the picture `name` is."""
    with Image.open(MASTERS / f"{name}.jpg") as opened:
        return opened.width / opened.height


def _sizes(width: int, height: int) -> list[tuple[int, int]]:
    """The (width, height) pairs to offer of a master, none larger than it is."""
    across = [step for step in WIDTHS if step <= width]
    if not across or (across[-1] < WIDTHS[-1] and width >= across[-1] * WORTHWHILE):
        across.append(min(width, WIDTHS[-1]))
    return [(step, round(height * step / width)) for step in across]


def _fingerprint(master: bytes, encoder: Encoder) -> str:
    """Ten hex digits that change with the master and with the way it is encoded."""
    return hashlib.sha256(master + repr(encoder).encode()).hexdigest()[:10]


def _write_missing(
    master: bytes,
    folder: Path,
    files: Mapping[Encoder, list[tuple[str, int]]],
    heights: Mapping[int, int],
) -> None:
    """Encodes the files that the folder lacks; each width is scaled once, for all its formats."""
    missing: dict[int, list[tuple[Encoder, str]]] = {}
    for encoder, named in files.items():
        for file, across in named:
            if not (folder / file).exists():
                missing.setdefault(across, []).append((encoder, file))
    if not missing:
        return
    with Image.open(BytesIO(master)) as opened:
        full = opened.convert("RGB")
    for across, wanted in missing.items():
        scaled = full.resize((across, heights[across]), Image.Resampling.LANCZOS, reducing_gap=3)
        for encoder, file in wanted:
            _save(scaled, encoder, folder / file)


def _save(picture: Image.Image, encoder: Encoder, path: Path) -> None:
    """Writes one file whole or not at all, so that a build that is cut short or runs twice leaves no broken picture."""
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
        written = Path(part.name)
        try:
            picture.save(part, encoder.format, **dict(encoder.options))
        except BaseException:
            written.unlink()
            raise
    written.chmod(0o644)
    written.replace(path)


@cache
def _placeholder(master: bytes) -> str:
    """A `data:` URI of the picture at a few pixels; the browser's scaling does the blurring."""
    with Image.open(BytesIO(master)) as opened:
        height = max(1, round(opened.height * PLACEHOLDER_WIDTH / opened.width))
        opened.draft("RGB", (PLACEHOLDER_WIDTH * 8, height * 8))
        tiny = opened.convert("RGB").resize((PLACEHOLDER_WIDTH, height), Image.Resampling.BOX)
    written = BytesIO()
    tiny.save(written, "WEBP", quality=20, method=6)
    return f"data:image/webp;base64,{base64.b64encode(written.getvalue()).decode()}"
