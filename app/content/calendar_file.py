"""Writes workshops as iCalendar files (RFC 5545)."""

from dataclasses import dataclass
from datetime import UTC, datetime, time

from app.content.changed import CHANGED
from app.content.content_line import content_lines, escape
from app.content.studio import STUDIO
from app.content.vouchers import voucher
from app.content.workshops import KIND, TITLE, Workshop
from app.i18n import Language

UID_DOMAIN = "otisk.example"
"""The domain in the IDs of calendar entries. Never change it, even if the studio's address changes: calendars find an
imported entry by its ID.
"""

Lines = tuple[tuple[str, str], ...]


def calendar_path(workshop: Workshop, language: Language) -> str:
    """Returns the path of a workshop's calendar file, without a leading slash."""
    return f"{language.prefix}/workshops/{workshop.id}.ics".lstrip("/")


@dataclass(frozen=True)
class CalendarEntry:
    """A customer's calendar entry for a workshop.

    An entry replaces an imported entry that has the same `uid` and a lower `sequence`, or an equal `sequence` and an
    earlier `created` (RFC 5546).
    """

    uid: str
    sequence: int
    created: float
    is_cancelled: bool
    description: str

    @property
    def method(self) -> str:
        return "CANCEL" if self.is_cancelled else "PUBLISH"


def calendar_file(workshop: Workshop) -> str:
    """Returns a workshop's calendar file. DTSTAMP does not depend on the build time, so builds are reproducible."""
    changed = datetime.combine(CHANGED["vouchers-category"], time(), UTC)
    uid = f"workshop-{workshop.id}@{UID_DOMAIN}"
    cancelled = (("SEQUENCE", "1"), ("STATUS", "CANCELLED")) if workshop.is_called_off else ()
    event = _event(workshop, str(voucher(KIND).summary))
    return _calendar((), (("UID", uid), *cancelled, ("DTSTAMP", _utc(changed)), *event))


def booking_file(workshop: Workshop, entry: CalendarEntry) -> str:
    name = STUDIO.name.replace('"', "'")  # parameters cannot contain quotation marks (RFC 5545, section 3.2)
    lines = (
        ("UID", entry.uid),
        ("SEQUENCE", str(entry.sequence)),
        ("STATUS", "CANCELLED" if entry.is_cancelled else "CONFIRMED"),
        ("DTSTAMP", _utc(datetime.fromtimestamp(entry.created, UTC))),
        (f'ORGANIZER;CN="{name}"', STUDIO.email_url),
    )
    return _calendar((("METHOD", entry.method),), (*lines, *_event(workshop, entry.description)))


def _calendar(head: Lines, event: Lines) -> str:
    return content_lines(
        (
            ("BEGIN", "VCALENDAR"),
            ("VERSION", "2.0"),
            ("PRODID", escape(f"-//{STUDIO.name}//Workshops//EN")),
            *head,
            ("BEGIN", "VEVENT"),
            *event,
            ("END", "VEVENT"),
            ("END", "VCALENDAR"),
        )
    )


def _event(workshop: Workshop, description: str) -> Lines:
    """Returns the lines for title, time and place. Times are in UTC, so that the file needs no time zone definition."""
    place = f"{STUDIO.name}, {STUDIO.street}, {STUDIO.postcode} {STUDIO.city}"
    return (
        ("DTSTART", _utc(workshop.starts)),
        ("DTEND", _utc(workshop.ends)),
        ("SUMMARY", escape(f"{STUDIO.name}: {TITLE}")),
        ("DESCRIPTION", escape(f"{description}\n{STUDIO.phone}, {STUDIO.email}")),
        ("LOCATION", escape(place)),
        ("GEO", f"{STUDIO.latitude:.6f};{STUDIO.longitude:.6f}"),
    )


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
