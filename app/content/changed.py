"""The dates on which pages' contents last changed, for search engines.

Change the date with the content. A new look or a corrected comma is no change.
"""

from collections.abc import Mapping
from datetime import date

REWRITTEN = date(2026, 11, 22)
"""The day of the last revision of all texts and prices."""

CHANGED: Mapping[str, date] = {
    "home": REWRITTEN,
    "about": REWRITTEN,
    "contact": REWRITTEN,
    "links": REWRITTEN,
    "bam": REWRITTEN,
    "pricing": REWRITTEN,
    "pricing-business": REWRITTEN,
    "pricing-weddings": REWRITTEN,
    "inquiry": REWRITTEN,
    "vouchers": REWRITTEN,
    "vouchers-category": REWRITTEN,
    "portfolio": REWRITTEN,
    "portfolio-category": REWRITTEN,
    "patreon": REWRITTEN,
    "print-ready": REWRITTEN,
    "delivery": REWRITTEN,
    "terms": REWRITTEN,
    "privacy": REWRITTEN,
}
"""The dates, by route. The sitemap has no date for a page that is missing here."""
