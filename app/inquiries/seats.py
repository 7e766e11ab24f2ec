"""Serves `/workshops.json`: the number of free seats for each workshop date."""

import time
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from app.content.inquiry import SEATS
from app.content.moments import utc_time
from app.content.workshops import find, upcoming
from app.database.errors import StoreError
from app.inquiries.service import InquiryService

PATH = SEATS


def bookable() -> list[str]:
    """Returns the IDs of the workshops that can be booked. Booking ends on the day before the workshop."""
    return [each.id for each in upcoming(datetime.fromtimestamp(time.time(), UTC))]


def capacity(workshop: str) -> int | None:
    found = find(workshop)
    return found.places if found and workshop in bookable() else None


async def free_seats(service: InquiryService) -> Response:
    """Returns the free seats of each workshop date, and the reserved seats as `held`.

    Raises HTTPException (503) if the database fails.
    """
    try:
        seats = await service.seats(bookable())
    except StoreError:
        raise HTTPException(503, "The number of places is not known just now.") from None
    free = {each.workshop: each.free for each in seats if each.places is not None}
    held = {
        each.workshop: {"places": each.held, "until": utc_time(each.held_until)}
        for each in seats
        if each.held_until is not None
    }
    return JSONResponse({**free, "held": held}, headers={"cache-control": "no-store"})
