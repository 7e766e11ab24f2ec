"""The sample pack of printed papers."""

from app.i18n import _

PRICE = 190
"""The price in crowns, with VAT and postage in the Czech Republic."""

TITLE = _("Sample pack")
LEAD = _(
    "No screen shows how deep type sinks into 600 gsm cotton. So we post you an envelope with real prints: the "
    "thick, the thin, the blind and the red."
)
COUNTS = _("Postage within the Czech Republic is included, and we take the price off your first order.")


CONTAINS = (
    (_("Papers"), _("six cards from 300 to 900 gsm: cotton, grey board and dyed paper")),
    (_("Print"), _("one colour, two colours, blind deboss and a painted edge")),
    (_("Ruler"), _("a card with lines and type from the smallest up: what you can read, we can print")),
)
