"""The date of each page's last change, for search engines.

Update a page's date when its content changes, but not after design changes or typo corrections.
"""

from collections.abc import Mapping
from datetime import date

from app.content.clauses import IN_FORCE

REWRITTEN = date(2026, 11, 22)
"""The day on which all text and prices were last revised."""
ORDERED = date(2026, 11, 26)
REVIEWED = date(2026, 11, 28)

CHANGED: Mapping[str, date] = {
    "home": REVIEWED,
    "about": REWRITTEN,
    "contact": REVIEWED,
    "links": REWRITTEN,
    "bam": REWRITTEN,
    "pricing": ORDERED,
    "pricing-business": ORDERED,
    "pricing-weddings": ORDERED,
    "inquiry": REVIEWED,
    "vouchers": REVIEWED,
    "vouchers-category": REVIEWED,
    "vouchers-check": ORDERED,
    "portfolio": REWRITTEN,
    "portfolio-category": REVIEWED,
    "patreon": REVIEWED,
    "print-ready": REVIEWED,
    "delivery": REVIEWED,
    "terms": IN_FORCE,
    "privacy": IN_FORCE,
    "press": REWRITTEN,
    "workshop": REVIEWED,
}
"""The dates of pages' last changes, keyed by route. The sitemap contains no date for other routes."""
