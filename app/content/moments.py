"""Dates and times in the studio's time zone."""

from datetime import UTC, date, datetime

from app.content.workshops import PRAGUE
from app.i18n.formats import clock, day


def studio_day(at: float) -> date:
    return datetime.fromtimestamp(at, PRAGUE).date()


def utc_time(at: float) -> str:
    """Formats a Unix time in ISO 8601, such as `2026-11-26T14:05:00+00:00`."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def moment(at: float) -> str:
    local = datetime.fromtimestamp(at, PRAGUE)
    return f"{day(local.date())}, {clock(local.time())}"
