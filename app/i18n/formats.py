"""Formats numbers, prices and dates for the current language."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from typing import Any

from babel.dates import format_date, format_time
from babel.numbers import format_currency, format_decimal, get_currency_symbol

from app.i18n.messages import current

CZK_PER = {"EUR": Decimal("25")}


@dataclass(frozen=True)
class Formatted:
    """A value for a translatable message. `str()` formats it in the current language."""

    format: Callable[[Any], str]
    value: Any

    def __str__(self) -> str:
        return self.format(self.value)


def _refuse_variable(function: str, value: object) -> None:
    """Raises a TypeError for a Reflex state variable, whose value is unknown during the build."""
    if hasattr(value, "_js_expr"):
        raise TypeError(
            f"{function} needs a value, not a state variable; call it in a computed variable (docs/reflex.md)"
        )


def price(amount: int, currency: str = "CZK") -> str:
    """Formats a price without decimals, such as `1 200 Kč`."""
    _refuse_variable("price()", amount)
    return format_currency(amount, currency, format=_whole(currency), locale=current().locale, currency_digits=False)


def price_range(lowest: int, highest: int) -> tuple[str, str]:
    """Formats the two prices of a range. Only one of them contains the currency, for example `150` and `900 Kč`."""
    first, last = price(lowest), price(highest)
    return (number(lowest), last) if first[0].isdigit() else (first, number(highest))


def estimate(crowns: int, euro_rate: Decimal | None = None) -> str | None:
    """Returns an approximate price in the language's second currency, or None if the language has none.

    `euro_rate` replaces the rate in `CZK_PER`.
    """
    currency = current().estimate
    if currency is None:
        return None
    amount = crowns / (euro_rate if euro_rate and currency == "EUR" else CZK_PER[currency])
    rounded = int(amount.quantize(Decimal(1), ROUND_HALF_UP))  # estimate.js rounds in the same way
    return f"≈\u00a0{price(rounded, currency)}"


def price_with_estimate(crowns: int, euro_rate: Decimal | None = None) -> str:
    other = estimate(crowns, euro_rate)
    return f"{price(crowns)} ({other})" if other else price(crowns)


def number(value: int | float | Decimal) -> str:
    _refuse_variable("number()", value)
    return format_decimal(value, locale=current().locale)


def ungrouped(value: int | float | Decimal) -> str:
    """Formats a number, such as a year, without separators."""
    exact = value if isinstance(value, (int, Decimal)) else Decimal(str(value))
    return format_decimal(exact, locale=current().locale, group_separator=False, decimal_quantization=False)


def day(value: date) -> str:
    """Formats a date, such as `3. září 2026` or `3 September 2026`."""
    return format_date(value, "long", locale=current().locale)


def weekday(value: date) -> str:
    return format_date(value, "EEEE", locale=current().locale)


def clock(at: time) -> str:
    """Formats a time, such as `10:00` or `10am`."""
    pattern = ("h:mma" if at.minute else "ha") if current().twelve_hours else "short"
    return format_time(at, pattern, locale=current().locale)


def _whole(currency: str) -> str:
    """Returns a currency pattern without decimals, and with a space after a symbol made of letters, such as `CZK`."""
    locale = current().locale
    pattern = locale.currency_formats["standard"].pattern.replace(".00", "")
    return pattern.replace("¤#", "¤\u00a0#") if get_currency_symbol(currency, locale).isalpha() else pattern


Crowns = partial(Formatted, price)
Number = partial(Formatted, number)
Clock = partial(Formatted, clock)
Day = partial(Formatted, day)
Weekday = partial(Formatted, weekday)
