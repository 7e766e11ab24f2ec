"""Derives from a committed master everything a `<picture>` needs: URLs in modern formats and several widths, and a
blurred placeholder. Writes nothing: `builder.pictures` encodes the files, whose names contain a hash of their inputs,
and keeps the placeholders, for which a master would have to be decoded each time.
"""

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, __version__

from app.folders import WEB
from app.suggestion import did_you_mean

MASTERS = Path(__file__).resolve().parents[2] / "assets" / "pictures"
URL = "/pictures"
WIDTHS = (480, 800, 1200, 2000)
MIN_EXTRA_WIDTH_RATIO = 1.15
"""A master narrower than the widest of `WIDTHS` is offered in its own width too if it is this much wider than the
widest that fits."""
FALLBACK_WIDTH = 1200
PLACEHOLDER_WIDTH = 12
PLACEHOLDERS = WEB / "placeholders"
"""The folder of placeholders that are made, kept from build to build."""


@dataclass(frozen=True)
class Encoder:
    """A media type, its Pillow format and file suffix, and the options it is saved with."""

    type: str
    format: str
    suffix: str
    options: tuple[tuple[str, int | bool | str], ...]


ENCODERS = (
    Encoder("image/avif", "AVIF", "avif", (("quality", 52), ("speed", 8), ("max_threads", 1))),
    Encoder("image/webp", "WEBP", "webp", (("quality", 74), ("method", 2))),
    Encoder("image/jpeg", "JPEG", "jpg", (("quality", 78), ("optimize", True), ("progressive", True))),
)
"""Best first, in the order of `<source>`s."""


@dataclass(frozen=True)
class Derived:
    """A picture ready for a page: the master's size in pixels, a data URI as placeholder, and per media type the URLs
    with their widths in pixels, narrowest first. `fallback` is the URL of a JPEG for `<img>`. `files` are the names of
    the files at these URLs, each with its encoder and its size in pixels.
    """

    name: str
    width: int
    height: int
    placeholder: str
    sources: Mapping[str, tuple[tuple[str, int], ...]]
    fallback: str
    files: Mapping[str, tuple[Encoder, tuple[int, int]]]


def derive(name: str) -> Derived:
    """The picture `name` as pages show it.

    Raises:
        FileNotFoundError: there is no master of that name (`master_of`).
    """
    return derived_from(name, master_of(name).read_bytes())


@cache
def derived_from(name: str, master: bytes) -> Derived:
    """The picture `name` of a master as pages show it."""
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
    kept = placeholder_file(master)
    shown = kept.read_text() if kept.exists() else placeholder(master)
    return Derived(name, width, height, shown, sources, fallback, files)


def master_of(name: str) -> Path:
    """The file that the picture `name` is derived from.

    Raises:
        FileNotFoundError: there is none; the message has the name that may have been meant, or lists those that exist.
    """
    known = names()
    if name not in known:
        meant = did_you_mean(name, known) or f" There are: {', '.join(known)}."
        raise FileNotFoundError(f"There is no picture `{name}`.{meant}")
    return MASTERS / f"{name}.jpg"


def placeholder_file(master: bytes) -> Path:
    """Where the build keeps the placeholder of a master: a name with a hash of all that it is made of."""
    made_of = master, Path(__file__).read_bytes(), __version__.encode()
    return PLACEHOLDERS / hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in made_of)).hexdigest()


def placeholder(master: bytes) -> str:
    """A `data:` URI of the picture at a few pixels; the browser's scaling does the blurring."""
    with Image.open(BytesIO(master)) as opened:
        height = max(1, round(opened.height * PLACEHOLDER_WIDTH / opened.width))
        opened.draft("RGB", (PLACEHOLDER_WIDTH * 8, height * 8))
        tiny = opened.convert("RGB").resize((PLACEHOLDER_WIDTH, height), Image.Resampling.BOX)
    written = BytesIO()
    tiny.save(written, "WEBP", quality=20, method=6)
    return f"data:image/webp;base64,{base64.b64encode(written.getvalue()).decode()}"


def names() -> list[str]:
    """The names of all pictures, in order."""
    return [path.stem for path in sorted(MASTERS.glob("*.jpg"))]


def shape(name: str) -> float:
    """The aspect ratio of the picture `name`, width by height."""
    with Image.open(master_of(name)) as opened:
        return opened.width / opened.height


def _sizes(width: int, height: int) -> list[tuple[int, int]]:
    """The (width, height) pairs in pixels to offer, none larger than the master."""
    across = [step for step in WIDTHS if step <= width]
    if not across or (across[-1] < WIDTHS[-1] and width >= across[-1] * MIN_EXTRA_WIDTH_RATIO):
        across.append(min(width, WIDTHS[-1]))
    return [(step, round(height * step / width)) for step in across]


def _fingerprint(master: bytes, encoder: Encoder) -> str:
    """Ten hex digits of a hash of the master and the encoder's options."""
    return hashlib.sha256(master + repr(encoder).encode()).hexdigest()[:10]
