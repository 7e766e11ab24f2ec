"""Links to pages of the site and to other sites."""

from typing import Unpack
from urllib.parse import urlencode

import reflex as rx

from app.components import html as h
from app.components.html import Child
from app.i18n import current
from app.routes import url_for


class RouteLink(rx.Component):
    """A link within the site. The browser prefetches the linked page while the link is visible."""

    library = "$/app/components/link/link.js"
    tag = "Link"

    href: rx.Var[str]


_route_link = h.element(RouteLink)


def link(
    *children: Child,
    to: str,
    anchor: str = "",
    params: dict[str, str] | None = None,
    query: dict[str, str] | None = None,
    **attributes: "Unpack[h.GlobalAttributes]",
) -> rx.Component:
    """Returns a link to a page of the site. `anchor` is the ID of an element on that page.

    Raises:
        LookupError, ValueError: there is no such page.
    """
    asked = f"?{urlencode(query)}" if query else ""
    href = url_for(to, current(), **(params or {})) + asked + (f"#{anchor}" if anchor else "")
    return _route_link(*children, href=href, **attributes)


def outward(
    *children: Child, href: str | rx.Var[str], rel: str = "noopener", **attributes: "Unpack[h.GlobalAttributes]"
) -> rx.Component:
    """Returns a link to another site, an email address or a telephone number."""
    return h.a(*children, href=href, rel=rel, **attributes)
