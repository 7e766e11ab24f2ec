"""The dates of the last changes of pages' contents, for search engines.

Update a page's date when its content changes. Design changes and typo fixes do not count.
"""

from collections.abc import Mapping
from datetime import date

REWRITTEN = date(2026, 11, 22)
"""The date on which all texts and prices were last revised."""
ORDERED = date(2026, 11, 26)

CHANGED: Mapping[str, date] = {
    "home": ORDERED,
    "about": REWRITTEN,
    "contact": ORDERED,
    "links": REWRITTEN,
    "bam": REWRITTEN,
    "pricing": ORDERED,
    "pricing-business": ORDERED,
    "pricing-weddings": ORDERED,
    "inquiry": ORDERED,
    "vouchers": ORDERED,
    "vouchers-category": ORDERED,
    "vouchers-check": ORDERED,
    "portfolio": REWRITTEN,
    "portfolio-category": ORDERED,
    "patreon": ORDERED,
    "print-ready": ORDERED,
    "delivery": ORDERED,
    "terms": ORDERED,
    "privacy": ORDERED,
    "press": REWRITTEN,
    "workshop": ORDERED,
}
"""The dates of the last changes, by route name. A page without an entry has no date in the sitemap."""
