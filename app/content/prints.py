"""Posters, cards and notebooks that are already printed."""

from app.content.portfolio import POSTERS
from app.content.pricing import PriceList, Row
from app.content.vouchers import voucher
from app.i18n import Text, _

KIND = voucher("prints").slug
"""The kind of voucher for finished prints. Among voucher pages, only this kind's page shows the prints' price list."""


def _poster(slug: str, crowns: int, note: Text) -> Row:
    title = next((work.title for work in POSTERS if work.slug == slug), None)
    if title is None:
        raise KeyError(f"POSTERS in app/content/portfolio.py has no {slug}, which FINISHED_PRINTS sells")
    return Row(_("Poster “{title}”").format(title=title), (crowns,), note)


FINISHED_PRINTS = PriceList(
    _("Finished prints, price for one"),
    (
        Row(_("Set of eight cards with envelopes"), (600,), _("A6, metal type and ornaments, four designs")),
        Row(_("Three notebooks"), (750,), _("A5, 48 blank pages each, covers in wood type, sewn by hand")),
        _poster("open-presses", 1200, _("40 × 50 cm, two colours, open edition")),
        _poster("forty-two-letters", 1600, _("48 × 60 cm, one colour, edition of 120")),
        _poster("prask", 2400, _("50 × 70 cm, two colours, edition of 60, signed, in a tube")),
    ),
)
