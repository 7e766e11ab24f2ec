"""Stores files as blocks in the database, to avoid loading whole files into memory."""

import io
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

BLOCK_BYTES = 256 * 1024


def blocks(file: BinaryIO) -> Iterator[bytes]:
    file.seek(0)
    while block := file.read(BLOCK_BYTES):
        yield block


def open_blocks(read: Callable[[int], bytes]) -> BinaryIO:
    """Opens a stored file. `read` returns a block by its number (from 0), or `b""` after the last block."""
    return cast(BinaryIO, io.BufferedReader(_Blocks(read), BLOCK_BYTES))


class _Blocks(io.RawIOBase):
    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._position = 0
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        if not self._rest:
            self._rest = memoryview(self._read(self._position))
            self._position += 1
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size
