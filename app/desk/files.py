"""Serves the files of inquiries as downloads, so that browsers never open them as pages of this site."""

import asyncio
from collections.abc import Iterator
from typing import BinaryIO

from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from app.database.files import BLOCK_BYTES
from app.desk.desk import Desk
from app.inquiries import actions
from app.vouchers.pdf import voucher_pdf
from app.vouchers.typefaces import NotBuiltError

HEADERS = {
    "content-type": "application/octet-stream",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


async def download(desk: Desk, inquiry: str, number: int) -> Response | None:
    """Returns file `number` (counted from 1) of an inquiry, or None if there is no such file."""
    stored = await asyncio.to_thread(actions.read, desk.store, inquiry)
    if stored is None or not 1 <= number <= len(stored.files):
        return None
    file = stored.files[number - 1]
    name = stored.name_of_file(number)
    headers = {**_headers(name), "content-length": str(file.size)}
    return StreamingResponse(_parts(file.open()), headers=headers)


async def download_voucher(desk: Desk, number: int) -> Response | None:
    """Returns a voucher as PDF, or None if the voucher is missing or invalid."""
    order = await asyncio.to_thread(desk.vouchers.find, number)
    if order is None or order.code is None:
        return None
    try:
        contents = await asyncio.to_thread(voucher_pdf, order, desk.site_url)
    except NotBuiltError as error:
        raise HTTPException(503, str(error)) from None
    return Response(contents, headers=_headers(f"{number}.pdf"))


def _headers(name: str) -> dict[str, str]:
    return {**HEADERS, "content-disposition": f'attachment; filename="{name}"'}


def _parts(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while part := file.read(BLOCK_BYTES):
            yield part
