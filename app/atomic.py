"""Writes files atomically, because builds can be interrupted or run in parallel."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Yields a temporary file, which replaces `path` if the `with` block succeeds."""
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
        written = Path(part.name)
        try:
            yield cast(BinaryIO, part)
        except BaseException:
            written.unlink()
            raise
    written.chmod(0o644)
    written.replace(path)
