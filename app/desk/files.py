"""Serves senders' files as downloads. Browsers never show them as documents of this site."""

import asyncio
from collections.abc import Iterator
from typing import BinaryIO

from starlette.responses import Response, StreamingResponse

from app.database.files import BLOCK_BYTES
from app.desk.desk import Desk
from app.inquiries import actions

HEADERS = {
    "content-type": "application/octet-stream",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


async def download(desk: Desk, inquiry: str, number: int) -> Response | None:
    """Returns the response with an inquiry's file, or None if there is no such file. `number` starts at 1."""
    stored = await asyncio.to_thread(actions.read, desk.store, inquiry)
    if stored is None or not 1 <= number <= len(stored.files):
        return None
    file = stored.files[number - 1]
    name = stored.name_of_file(number)
    disposition = f'attachment; filename="{name}"'
    headers = {**HEADERS, "content-disposition": disposition, "content-length": str(file.size)}
    return StreamingResponse(_parts(file.open()), headers=headers)


def _parts(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while part := file.read(BLOCK_BYTES):
            yield part
