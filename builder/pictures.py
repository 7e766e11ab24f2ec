"""Encodes the pictures that pages show (`app.components.pictures`), in every format and width, and keeps their
placeholders.

File names contain a hash of all inputs, so the folders are caches: only missing files are made.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from PIL import Image

from app.atomic import replacing
from app.components.pictures import derive, master_of, names, placeholder_file
from app.folders import WEB

ENCODED = WEB / "pictures"
"""The folder of encoded pictures, kept from build to build."""
NICENESS = 10
"""How much less of the processor encoding asks for than what makes the pages meanwhile."""


def encode_all(folder: Path = ENCODED) -> set[str]:
    """Encodes the pictures missing from `folder`; the names of all files of this build."""
    with encoding(folder) as encoded:
        return encoded()


@contextmanager
def encoding(folder: Path = ENCODED) -> Iterator[Callable[[], set[str]]]:
    """Encodes the pictures missing from `folder` beside what the block does, which has priority. It gives the block a
    function that waits for them and returns the names of all files of this build; none is begun after the block."""
    with ProcessPoolExecutor(os.cpu_count(), initializer=os.nice, initargs=(NICENESS,)) as pool:
        made = [pool.submit(encode, name, folder) for name in names()]
        try:
            yield lambda: {file for each in made for file in each.result()}
        finally:
            pool.shutdown(cancel_futures=True)


def encode(name: str, folder: Path) -> set[str]:
    """Encodes the missing files of the picture `name`, and keeps its placeholder; the names of all its files.

    Each width is scaled once for all formats.

    Raises:
        FileNotFoundError: there is no master of that name.
    """
    derived, kept = derive(name), placeholder_file(master_of(name).read_bytes())
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with replacing(kept) as part:
            part.write(derived.placeholder.encode())
    files = derived.files
    missing = [(size, encoder, file) for file, (encoder, size) in files.items() if not (folder / file).exists()]
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
        with Image.open(master_of(name)) as opened:
            full = opened.convert("RGB")
        for size, wanted in groupby(sorted(missing, key=lambda each: each[0]), key=lambda each: each[0]):
            scaled = full.resize(size, Image.Resampling.LANCZOS, reducing_gap=3)
            for _, encoder, file in wanted:
                with replacing(folder / file) as part:
                    scaled.save(part, encoder.format, **dict(encoder.options))
    return set(files)
