"""Address, opening hours, directions, and social networks."""

import reflex as rx

from app.components import html as h
from app.components.head import Meta
from app.components.html import Child
from app.components.icon import INLINE, icon
from app.components.layout import (
    BUTTON,
    QUIET,
    actions,
    band,
    facts,
    halves,
    heading,
    opening_hours,
    out_button,
    page_title,
    postal_address,
    prose,
)
from app.components.link import outward
from app.components.picture import picture
from app.content.facts import ClosedDates, ClosedDays, OpenHours, closed_days
from app.content.studio import STUDIO
from app.content.vcard import vcard_path
from app.i18n import Text, _, current


def meta() -> Meta:
    return Meta(
        title=_("Contact and opening hours"),
        description=_(
            "{name}, {street}, {city}. Open {hours}. Phone, e-mail, a map and a card for your address book."
        ).format(name=STUDIO.name, street=STUDIO.street, city=STUDIO.city, hours=OpenHours()),
        picture="contact",
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("Come, call or write"),
            _("In that order, if you can choose. Paper is best discussed with a sheet of it between two fingers."),
        ),
        _reach(),
        _visit(),
        _profiles(),
    )


def _reach() -> rx.Component:
    card = vcard_path(current())
    ways = h.div(
        heading(_("Where we are")),
        h.address(
            facts(
                (_label("map-pin", _("Address")), [STUDIO.name, h.br(), *postal_address(), h.br(), STUDIO.country]),
                (_label("phone", _("Phone")), h.a(STUDIO.phone, href=STUDIO.phone_url, class_name=QUIET)),
                (_label("mail", _("E-mail")), h.a(STUDIO.email, href=STUDIO.email_url, class_name=QUIET)),
                (
                    _label("receipt", _("Company details")),
                    [
                        STUDIO.legal_name,
                        h.br(),
                        _("Company ID {id}, VAT ID {vat}").format(id=STUDIO.company_id, vat=STUDIO.vat_id),
                        h.br(),
                        STUDIO.register,
                        h.br(),
                        _("Data box {id}").format(id=STUDIO.data_box),
                    ],
                ),
            ),
            class_name="not-italic",
        ),
        actions(
            out_button(_("Show on a map"), href=STUDIO.map_url, pressed=True),
            h.a(
                icon("address-book"),
                _("Save as vCard"),
                href=f"/{card}",
                download=card.rpartition("/")[2],
                class_name=BUTTON,
            ),
        ),
        h.p(
            _("Other maps:"),
            *(part for name, url in STUDIO.maps[1:] for part in (" ", outward(name, href=url, class_name=QUIET))),
            class_name="mt-4 flex flex-wrap items-center gap-x-4 text-lg",
        ),
    )
    hours = h.div(
        heading(_("When we are open")),
        facts(*opening_hours()),
        prose([*_closed(), _("Coming from far away? Call first, so that one of us has clean hands.")], _shut()),
    )
    return band(halves(ways, hours, class_name="max-lg:gap-16"))


def _closed() -> list[Child]:
    if not closed_days():
        return []
    return [_("Closed on {days}, when type rests and printers wash their aprons.").format(days=ClosedDays()), " "]


def _shut() -> Text:
    if not STUDIO.closures:
        return _("On public holidays, the door stays shut.")
    return _("On public holidays, and {dates}, the door stays shut.").format(dates=ClosedDates())


def _label(mark: str, name: Text) -> tuple[rx.Component, Text]:
    return icon(mark, f"{INLINE} mr-2"), name


def _visit() -> rx.Component:
    words = h.div(
        heading(_("How to find us")),
        prose(
            _(
                "From the main railway station it is a quarter of an hour on foot, slightly uphill. Look for a blue "
                "door and a shop window with a letter Ř as tall as a child. Ring the bell; when the press is "
                "running, ring twice."
            ),
            _(
                "By tram: lines 2 and 4 to Körnerova, three minutes from the door. By car: there is parking in the "
                "street, paid on weekdays."
            ),
            _(
                "There are two steps at the door. Ring, or call ahead, and we’ll put the ramp out. Bicycles may come "
                "inside, dogs as well, unless they eat paper."
            ),
        ),
    )
    photograph = picture(
        "contact",
        alt=_("A dark blue door with the sign of the studio, a brass knob and a letterbox"),
        sizes="(min-width: 1024px) 36rem, 100vw",
    )
    return band(halves(photograph, words), tone="sunk")


def _profiles() -> rx.Component | None:
    if not STUDIO.socials:
        return None
    profiles = (
        h.li(
            outward(
                icon(social.icon),
                social.name,
                href=social.url,
                class_name=f"{QUIET} gap-3 font-display text-3xl uppercase md:text-4xl",
            )
        )
        for social in STUDIO.socials
    )
    return band(
        heading(_("Elsewhere")),
        h.p(
            _("Fresh prints, spoiled sheets and whatever is on the press today."),
            class_name="mt-6 text-lg leading-relaxed",
        ),
        h.ul(*profiles, class_name="mt-6 flex flex-wrap gap-x-10 gap-y-2"),
    )
