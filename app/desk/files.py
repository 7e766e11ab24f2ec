"""Downloads of senders' files. A browser never shows them as documents of this site."""

import asyncio

from starlette.responses import Response

from app.desk.desk import Desk
from app.http.static import FilePart
from app.inquiries import actions

HEADERS = {
    "content-type": "application/octet-stream",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


async def download(desk: Desk, inquiry: str, number: int) -> Response | None:
    """Returns the response with an inquiry's file, or None if there is no such file. `number` starts at 1.

    The file's name is made from the inquiry's reference, because the sender's own name could be unsafe.
    """
    stored = await asyncio.to_thread(actions.read, desk.store, inquiry)
    if stored is None or not 1 <= number <= len(stored.files):
        return None
    file = stored.files[number - 1]
    if not file.path.is_file():
        return None
    name = f"{stored.inquiry.reference}-{number}.{file.ending}"
    headers = {**HEADERS, "content-disposition": f'attachment; filename="{name}"'}
    return FilePart(file.path, range(file.path.stat().st_size), 200, headers)
