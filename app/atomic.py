"""Files that are written whole or not at all: a build may be cut short, and two may write the same file."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of `path` when the block ends; where it fails, nothing has changed.

    The folder has to exist. Everybody may read the file.
    """
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
        written = Path(part.name)
        try:
            yield cast(BinaryIO, part)
        except BaseException:
            written.unlink()
            raise
    written.chmod(0o644)
    written.replace(path)
