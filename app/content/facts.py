"""Generates phrases from data such as the opening hours. The phrases replace placeholders in the site's text."""

from dataclasses import dataclass
from datetime import date, timedelta

from babel.dates import get_day_names
from babel.lists import format_list

from app.content.studio import STUDIO, Closure, Hours
from app.i18n import Text, _, current
from app.i18n.formats import Day, clock

WEEK = range(1, 8)
ANNOUNCED = timedelta(days=3)
"""The time before a closure at which emails start to announce it."""


@dataclass(frozen=True)
class OpenHours:
    """The opening hours in words, such as `Tuesday–Friday 10am–6pm, Saturday 10am–2pm`."""

    def __str__(self) -> str:
        return ", ".join(f"{days(hours)} {clock(hours.opens)}–{clock(hours.closes)}" for hours in STUDIO.hours)


@dataclass(frozen=True)
class ClosedDays:
    def __str__(self) -> str:
        return format_list([_weekday(day) for day in closed_days()], locale=current().locale)


@dataclass(frozen=True)
class ClosedDates:
    """The closures in words, such as `from 24 December 2026 to 1 January 2027`."""

    def __str__(self) -> str:
        return format_list([str(_dates(each)) for each in STUDIO.closures], locale=current().locale)


def closing(today: date) -> Text | None:
    """Returns a sentence about the current or imminent closure, or None if there is none."""
    found = next((each for each in STUDIO.closures if each.first - ANNOUNCED <= today <= each.last), None)
    if found is None:
        return None
    return _("We are closed {dates}; working days count from the day after.").format(dates=_dates(found))


def days(hours: Hours) -> str:
    runs: list[list[int]] = []
    for day in hours.weekdays:
        if runs and day == runs[-1][-1] % 7 + 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    words = ["–".join(map(_weekday, dict.fromkeys((run[0], run[-1])))) for run in runs]
    return format_list(words, locale=current().locale)


def closed_days() -> list[int]:
    """Returns the weekdays when the studio is closed (Monday is 1). Adjacent days stay together: Sunday and
    Monday are `[7, 1]`.
    """
    closed = [day for day in WEEK if STUDIO.hours_on(day) is None]
    first = next((day for day in closed if (day - 2) % 7 + 1 not in closed), 1)
    return sorted(closed, key=lambda day: (day - first) % 7)


def _dates(closure: Closure) -> Text:
    if closure.first == closure.last:
        return _("on {day}").format(day=Day(closure.first))
    return _("from {first} to {last}").format(first=Day(closure.first), last=Day(closure.last))


def _weekday(day: int) -> str:
    return get_day_names("wide", context="stand-alone", locale=current().locale)[day - 1]
