"""The last order date for vouchers that arrive before Christmas."""

from datetime import datetime, time, timedelta

import reflex as rx

from app.components.layout import QUIET
from app.components.link import link
from app.content.vouchers import CHRISTMAS_ORDERS
from app.content.workshops import PRAGUE
from app.extras.dates import until
from app.i18n import _
from app.i18n.formats import day


def christmas_orders() -> rx.Component:
    """Returns a link to the vouchers, which disappears after the last order date."""
    ends = datetime.combine(CHRISTMAS_ORDERS + timedelta(days=1), time(), PRAGUE)
    text = _("A voucher under the tree: order by {day}").format(day=day(CHRISTMAS_ORDERS))
    return until(ends, link(text, to="vouchers", anchor="order", class_name=f"{QUIET} mt-4 text-lg lining-nums"))
