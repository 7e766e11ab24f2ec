"""The dates of the last changes of pages' contents, for search engines.

Update a page's date when its content changes. Design changes and typo fixes do not count.
"""

from collections.abc import Mapping
from datetime import date

REWRITTEN = date(2026, 11, 22)
"""The date on which all texts and prices were last revised."""

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
    "press": REWRITTEN,
}
"""The dates of the last changes, by route name. A page without an entry has no date in the sitemap."""
