"""Writes workshops as iCalendar files (RFC 5545)."""

from datetime import UTC, datetime, time

from app.content.changed import CHANGED
from app.content.content_line import content_lines, escape
from app.content.studio import STUDIO
from app.content.vouchers import voucher
from app.content.workshops import KIND, TITLE, Workshop
from app.i18n import Language


def calendar_path(workshop: Workshop, language: Language) -> str:
    """Returns the path of a workshop's calendar file, relative to the site's root."""
    return f"{language.prefix}/workshops/{workshop.id}.ics".lstrip("/")


def calendar_file(workshop: Workshop) -> str:
    """Returns a workshop's calendar file in the current language.

    Times are in UTC, so that no time zone definition is needed. DTSTAMP is the date of the last change, so that
    builds are reproducible.
    """
    changed = datetime.combine(CHANGED["vouchers-category"], time(), UTC)
    place = f"{STUDIO.name}, {STUDIO.street}, {STUDIO.postcode} {STUDIO.city}"
    return content_lines(
        (
            ("BEGIN", "VCALENDAR"),
            ("VERSION", "2.0"),
            ("PRODID", f"-//{STUDIO.name}//Workshops//EN"),
            ("BEGIN", "VEVENT"),
            ("UID", f"workshop-{workshop.id}@{STUDIO.email.partition('@')[2]}"),
            ("DTSTAMP", _utc(changed)),
            ("DTSTART", _utc(workshop.starts)),
            ("DTEND", _utc(workshop.ends)),
            ("SUMMARY", escape(f"{STUDIO.name}: {TITLE}")),
            ("DESCRIPTION", escape(f"{voucher(KIND).summary}\n{STUDIO.phone}, {STUDIO.email}")),
            ("LOCATION", escape(place)),
            ("GEO", f"{STUDIO.latitude:.6f};{STUDIO.longitude:.6f}"),
            ("END", "VEVENT"),
            ("END", "VCALENDAR"),
        )
    )


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
