"""Atomic writes of files: a build may be interrupted, and two builds may write the same file."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which replaces `path` atomically when the block ends; if the block fails, `path` is unchanged.

    The folder must exist. The file's mode is 644.
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
