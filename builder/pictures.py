"""Creates the pages' pictures. File names contain a hash, so later builds reuse the files."""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from itertools import groupby
from pathlib import Path

from PIL import Image

from app.atomic import replacing
from app.components.pictures import (
    MAX_PHONE_BYTES,
    PHONE_WIDTH,
    REDUCING_GAP,
    RESAMPLING,
    Encoder,
    derive,
    master_of,
    names,
    placeholder_file,
)
from app.folders import WEB
from builder.steps import BuildError

ENCODED = WEB / "pictures"
NICENESS = 10
METADATA = {"exif", "icc_profile", "photoshop", "xmp"}
"""Pillow's names of metadata that change how a picture looks, or contain personal data."""


def encode_all() -> set[str]:
    """Creates missing pictures. Returns all file names."""
    with encoding() as encoded:
        return encoded()


@contextmanager
def encoding() -> Iterator[Callable[[], set[str]]]:
    """Creates missing pictures in parallel. Yields a function that waits for them and returns all file names.

    Raises:
        BuildError: an original contains metadata.
    """
    for name in names():
        _check_metadata(name)
    with ProcessPoolExecutor(os.cpu_count(), initializer=os.nice, initargs=(NICENESS,)) as pool:
        jobs = [pool.submit(encode, name, ENCODED) for name in names()]
        try:
            yield lambda: {file for job in jobs for file in job.result()}
        finally:
            pool.shutdown(cancel_futures=True)


def encode(name: str, folder: Path) -> set[str]:
    """Creates a picture's missing files and its placeholder. Returns all its file names."""
    derived, cached = derive(name), placeholder_file(master_of(name).read_bytes())
    if not cached.exists():
        cached.parent.mkdir(parents=True, exist_ok=True)
        with replacing(cached) as opened:
            opened.write(derived.placeholder.encode())
    files = derived.files
    missing = [(size, encoder, file) for file, (encoder, size) in files.items() if not (folder / file).exists()]
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
        with Image.open(master_of(name)) as original:
            full = original.convert("RGB")
        for size, wanted in groupby(sorted(missing, key=lambda each: each[0]), key=lambda each: each[0]):
            scaled = full.resize(size, RESAMPLING, reducing_gap=REDUCING_GAP)
            for _, encoder, file in wanted:
                with replacing(folder / file) as opened:
                    opened.write(_encoded(scaled, encoder))
    return set(files)


def _check_metadata(name: str) -> None:
    with Image.open(master_of(name)) as original:
        found = sorted(METADATA & original.info.keys())
    if found:
        raise BuildError(
            f"assets/pictures/{name}.jpg contains metadata ({', '.join(found)}), and may appear rotated or in other "
            f"colors: move it to another folder, and run `make photograph FROM=~/{name}.jpg NAME=…`."
        )


def _encoded(picture: Image.Image, encoder: Encoder) -> bytes:
    """Encodes a picture, and lowers the quality if the file is too large for phones."""
    options = dict(encoder.options)
    written = _saved(picture, encoder.format, options)
    for quality in encoder.lower if picture.width <= PHONE_WIDTH else ():
        if len(written) <= MAX_PHONE_BYTES:
            break
        written = _saved(picture, encoder.format, {**options, "quality": quality})
    return written


def _saved(picture: Image.Image, kind: str, options: Mapping[str, int | bool | str]) -> bytes:
    written = BytesIO()
    picture.save(written, kind, **options)
    return written.getvalue()
