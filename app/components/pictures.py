"""Calculates the sizes and names of a picture's files. `builder.pictures` creates these files."""

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, __version__

from app.folders import WEB, is_stray
from app.suggestion import did_you_mean

MASTERS = Path(__file__).resolve().parents[2] / "assets" / "pictures"
URL = "/pictures"
WIDTHS = (600, 800, 1200, 2000)
MIN_EXTRA_WIDTH_RATIO = 1.15
"""The minimum ratio of the original's width to the next smaller file's width. Below this ratio, no file in the
original's width is created.
"""
FALLBACK_WIDTH = 1200
PHONE_WIDTH = 800
MAX_PHONE_BYTES = 25_000
"""The maximum file size of pictures for phones. Larger files are encoded again at a lower quality."""
RESAMPLING = Image.Resampling.LANCZOS
REDUCING_GAP = 3
PLACEHOLDER_WIDTH = 12
PLACEHOLDERS = WEB / "placeholders"


@dataclass(frozen=True)
class Encoder:
    """Pillow's options for encoding a picture in one media type.

    If a picture for phones is larger than `MAX_PHONE_BYTES`, the build tries lower qualities (`lower`) in turn.
    """

    type: str
    format: str
    suffix: str
    options: tuple[tuple[str, int | bool | str], ...]
    lower: tuple[int, ...] = ()


ENCODERS = (
    Encoder("image/avif", "AVIF", "avif", (("quality", 52), ("speed", 8), ("max_threads", 1)), (48, 44)),
    Encoder("image/webp", "WEBP", "webp", (("quality", 74), ("method", 2))),
    Encoder("image/jpeg", "JPEG", "jpg", (("quality", 78), ("optimize", True), ("progressive", True))),
)
"""Encoders, ordered by the size of their files, smallest first. Browsers use the first format that they support."""


@dataclass(frozen=True)
class Derived:
    """The data for a `<picture>`. Sizes are in pixels.

    - `sources`: URLs with their widths in ascending order, keyed by media type
    - `fallback`: the URL of a JPEG
    - `files`: encoders and sizes, keyed by file name
    """

    name: str
    width: int
    height: int
    placeholder: str
    sources: Mapping[str, tuple[tuple[str, int], ...]]
    fallback: str
    files: Mapping[str, tuple[Encoder, tuple[int, int]]]


def derive(name: str) -> Derived:
    """Returns a picture's data. Raises FileNotFoundError if the picture does not exist."""
    return derived_from(name, master_of(name).read_bytes())


@cache
def derived_from(name: str, master: bytes) -> Derived:
    with Image.open(BytesIO(master)) as opened:
        width, height = opened.size
    sizes = _sizes(width, height)
    digests = {encoder: _fingerprint(master, encoder) for encoder in ENCODERS}
    files = {
        f"{name}-{size[0]}.{digest}.{encoder.suffix}": (encoder, size)
        for encoder, digest in digests.items()
        for size in sizes
    }
    sources = {
        encoder.type: tuple((f"{URL}/{file}", size[0]) for file, (by, size) in files.items() if by is encoder)
        for encoder in ENCODERS
    }
    jpegs = sources["image/jpeg"]
    fallback = next((url for url, across in reversed(jpegs) if across <= FALLBACK_WIDTH), jpegs[0][0])
    stored = placeholder_file(master)
    shown = stored.read_text() if stored.exists() else placeholder(master)
    return Derived(name, width, height, shown, sources, fallback, files)


def master_of(name: str) -> Path:
    """Returns the path of the original. Raises FileNotFoundError with advice if the picture does not exist."""
    known = names()
    if name not in known:
        if file := next((each for each in MASTERS.iterdir() if each.stem == name), None):
            raise FileNotFoundError(
                f"assets/pictures/{file.name} is not a .jpg: move it to another folder, and run "
                f"`make photograph FROM=~/{file.name} NAME=…`."
            )
        meant = did_you_mean(name, known) or f" There are: {', '.join(known)}."
        raise FileNotFoundError(f"There is no picture `{name}`.{meant}")
    return MASTERS / f"{name}.jpg"


def placeholder_file(master: bytes) -> Path:
    made_of = master, Path(__file__).read_bytes(), __version__.encode()
    return PLACEHOLDERS / hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in made_of)).hexdigest()


def placeholder(master: bytes) -> str:
    """Returns a tiny version of the picture as a `data:` URL. Pages show it enlarged and blurred."""
    with Image.open(BytesIO(master)) as opened:
        height = max(1, round(opened.height * PLACEHOLDER_WIDTH / opened.width))
        opened.draft("RGB", (PLACEHOLDER_WIDTH * 8, height * 8))
        tiny = opened.convert("RGB").resize((PLACEHOLDER_WIDTH, height), Image.Resampling.BOX)
    written = BytesIO()
    tiny.save(written, "WEBP", quality=20, method=6)
    return f"data:image/webp;base64,{base64.b64encode(written.getvalue()).decode()}"


def names() -> list[str]:
    return [path.stem for path in sorted(MASTERS.glob("*.jpg")) if not is_stray(path)]


def shape(name: str) -> float:
    with Image.open(master_of(name)) as opened:
        return opened.width / opened.height


def _sizes(width: int, height: int) -> list[tuple[int, int]]:
    across = [step for step in WIDTHS if step <= width]
    if not across or (across[-1] < WIDTHS[-1] and width >= across[-1] * MIN_EXTRA_WIDTH_RATIO):
        across.append(min(width, WIDTHS[-1]))
    return [(step, round(height * step / width)) for step in across]


def _fingerprint(master: bytes, encoder: Encoder) -> str:
    settings = encoder, PHONE_WIDTH, MAX_PHONE_BYTES, RESAMPLING, REDUCING_GAP, __version__
    return hashlib.sha256(master + repr(settings).encode()).hexdigest()[:10]
