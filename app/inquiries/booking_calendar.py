"""Creates the calendar files that are attached to emails about workshop bookings."""

from app.content.calendar_file import UID_DOMAIN, CalendarEntry, booking_file
from app.content.studio import STUDIO
from app.content.workshops import deleted, find
from app.i18n import _
from app.inquiries.booking_texts import seats_text
from app.inquiries.store import MOVED, StoredInquiry
from app.mails import Attachment


def calendar_attachments(stored: StoredInquiry, now: float) -> tuple[Attachment, ...]:
    """Returns a booking's calendar file.

    Returns () if the booking was never confirmed, or if the workshop is unknown and the booking is not cancelled. All
    files for a booking have the same entry ID, so that a later file changes or removes the calendar entry.
    """
    is_cancelled = stored.cancelled is not None
    workshop = find(stored.workshop)
    if stored.confirmed is None or (workshop is None and not is_cancelled):
        return ()
    workshop = workshop or deleted(stored.workshop, stored.inquiry.language)
    description = _("{seats}, reference {reference}").format(
        seats=seats_text(stored), reference=stored.inquiry.reference
    )
    entry = CalendarEntry(
        uid=f"booking-{stored.inquiry.id}@{UID_DOMAIN}",
        sequence=sum(mail.kind.startswith(MOVED) for mail in stored.mails) + is_cancelled,
        created=now,
        is_cancelled=is_cancelled,
        description=str(description),
    )
    media_type = f"text/calendar; charset=utf-8; method={entry.method}"
    return (
        Attachment.of(f"{STUDIO.short_slug}-{workshop.id}.ics", media_type, booking_file(workshop, entry).encode()),
    )
