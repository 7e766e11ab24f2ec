"""Examples for docs/components.md. The function `of_band` is the example for `band`.

Components without an example are not listed.

The text is not translated, because the site does not show the examples.
"""

from datetime import datetime, timedelta

from app.components import html as h
from app.components.call_to_action import call_to_action
from app.components.clauses import contents, document
from app.components.head import Meta
from app.components.header import header
from app.components.html import Child
from app.components.icon import icon
from app.components.language_switch import language_switch
from app.components.layout import (
    actions,
    band,
    button,
    facts,
    grid,
    halves,
    heading,
    kicker,
    margined,
    opening_hours,
    out_button,
    page_title,
    postal_address,
    prose,
    subheading,
    title_picture,
    wrapper,
)
from app.components.link import link, outward
from app.components.members import again, notice, sign_in, sign_out
from app.components.picture import picture
from app.components.prices import amount, crown_note, package, packages, price_list, row_name, table, vat_note
from app.components.questions import questions
from app.components.samples import samples
from app.components.screens import INNER, beside, title
from app.components.voucher import ticket
from app.content.clauses import Clause
from app.content.pricing import BUSINESS_PACKAGES, POSTERS
from app.content.questions import Question
from app.content.workshops import WORKSHOPS
from app.extras.bam import bam
from app.extras.dates import dates, seats_left, until
from app.extras.dates.christmas import christmas_orders
from app.extras.dates.workshops import workshop_date, workshop_dates
from app.extras.fullpage import Section, full_page, pager, slide, slides
from app.extras.gallery import enlarged, gallery
from app.extras.inquiry import inquiry
from app.extras.worker import worker
from app.i18n import _, language_of
from app.i18n.formats import price
from app.layouts.default import default, plain
from app.layouts.footer import footer
from app.layouts.fullpage import fullpage
from app.routes import ROUTES, Place

PLACE = Place(ROUTES["about"], language_of("en"))
META = Meta(title=_("Ink"), description=_("Which inks we print with."))
CLAUSES = (
    Clause("order", _("The order"), (_("An order is made when we confirm it."),)),
    Clause("proof", _("The proof"), (_("You see a proof before we print."),)),
)


# Layout and text


def of_wrapper() -> Child:
    return wrapper(heading(_("Ink")), class_name="bg-paper-sunk")


def of_band() -> Child:
    return band(heading(_("Ink"), id="ink"), prose(_("We mix our own.")), tone="sunk")


def of_page_title() -> Child:
    return page_title(_("Ink"), _("We mix our own, mostly on Tuesdays."))


def of_title_picture() -> Child:
    shown = title_picture("press", _("A proof press from above"))
    return page_title(_("Presses"), _("Both older than us."), photograph=shown)


def of_kicker() -> Child:
    return kicker(_("Since 2019"))


def of_heading() -> Child:
    return heading(_("Vermilion"), id="vermilion")


def of_subheading() -> Child:
    return subheading(_("Two days to dry"))


def of_prose() -> Child:
    return prose(_("Vermilion takes two days to dry."), _("Soot takes one."))


def of_button() -> Child:
    return button(_("Ask us"), to="inquiry", query={"what": "cards"}, pressed=True)


def of_out_button() -> Child:
    return out_button(_("Our prints"), href="https://example.org/prints")


def of_actions() -> Child:
    return actions(button(_("Ask us"), to="inquiry", pressed=True), button(_("Prices"), to="pricing"))


def of_grid() -> Child:
    return grid(*(subheading(name) for name in (_("Vermilion"), _("Soot"), _("Ochre"))), columns=3)


def of_margined() -> Child:
    return margined(heading(_("Presses")), facts((_("Press"), _("a platen from 1961")), (_("Sheets an hour"), 800)))


def of_halves() -> Child:
    return halves(prose(_("Type on the left,")), prose(_("presses on the right.")))


def of_facts() -> Child:
    return facts((_("Press"), _("a platen from 1961")), (_("Sheets an hour"), 800))


def of_postal_address() -> Child:
    return h.address(*postal_address())


def of_opening_hours() -> Child:
    return facts(*opening_hours())


def of_call_to_action() -> Child:
    return band(
        *call_to_action(_("Come and touch it"), _("Samples are in the studio."), button(_("Visit us"), to="contact"))
    )


def of_questions() -> Child:
    return questions((Question(_("How long does it take?"), _("Two weeks, or three before Christmas.")),))


def of_contents() -> Child:
    return contents(CLAUSES)


def of_document() -> Child:
    return document(CLAUSES, ("proof", h.p(_("By mail or in the studio."), class_name="mt-4 text-lg")))


# Links, pictures and icons


def of_link() -> Child:
    return link(_("Our presses"), to="about", anchor="presses", class_name="underline")


def of_outward() -> Child:
    return outward(_("Write to us"), href="mailto:studio@example.org", class_name="underline")


def of_language_switch() -> Child:
    return language_switch(PLACE)


def of_icon() -> Child:
    return h.p(icon("map-pin"), " ", _("Brno"), class_name="text-3xl")


def of_picture() -> Child:
    return picture("press", alt=_("A proof press from above"), sizes="(min-width: 1024px) 50vw, 100vw")


def of_enlarged() -> Child:
    return h.figure(
        enlarged("press", picture("press", alt=_("A proof press from above"))),
        h.figcaption(h.h3(_("The proof press"))),
        id="press",
    )


def of_gallery() -> Child:
    picture_of_press = picture("press", alt=_("A proof press from above"))
    figure = h.figure(enlarged("press", picture_of_press), h.figcaption(h.h3(_("The proof press"))), id="press")
    return h.fragment(figure, gallery())


# Prices


def of_amount() -> Child:
    return amount(1200, "text-3xl", net=True)


def of_vat_note() -> Child:
    return vat_note(net=True)


def of_crown_note() -> Child:
    return crown_note()


def of_price_list() -> Child:
    return price_list(POSTERS)


def of_table() -> Child:
    return table(_("Drying times"), (_("Ink"), _("Days")), ((_("Vermilion"), 2), (_("Soot"), 1)))


def of_row_name() -> Child:
    return row_name(POSTERS.rows[0])


def of_packages() -> Child:
    return packages(BUSINESS_PACKAGES, [{"what": "cards"}] * len(BUSINESS_PACKAGES))


def of_package() -> Child:
    return package(BUSINESS_PACKAGES[0], {"what": "cards"}, net=True)


def of_samples() -> Child:
    return samples(tone="sunk")


def of_ticket() -> Child:
    return ticket(subheading(_("A day at the press")), _("For one person"), price(2400), kind=_("Workshop"))


# Full-page sections


def of_title() -> Child:
    return title(_("Two presses"))


def of_beside() -> Child:
    return beside(
        title(_("Two presses")), prose(_("Both older than us.")), name="press", alt=_("A proof press from above")
    )


def of_full_page() -> Child:
    intro = Section("intro", _("Ink"), h.div(title(_("Ink")), class_name=INNER))
    colours = Section("colours", _("Colours"), h.div(title(_("Colours")), class_name=INNER), tone="ink")
    return full_page("/ink", (intro, colours), end=footer())


def of_slides() -> Child:
    return slides(
        slide(title(_("Vermilion")), id="colours/1", class_name=INNER),
        slide(title(_("Soot")), id="colours/2", class_name=INNER),
        label=_("Colours"),
    )


def of_slide() -> Child:
    return slide(title(_("Vermilion")), pager("#colours/", 1, 2), id="colours/1", class_name=INNER)


def of_pager() -> Child:
    return pager("#colours/", 2, 3)


# Optional scripts


def of_bam() -> Child:
    return bam(prose(_("Press the button, and a poster is printed.")))


def of_dates() -> Child:
    soon = datetime.now().astimezone() + timedelta(days=30)
    return dates([(soon, h.li(_("Open studio")))], otherwise=_("No date is set."))


def of_until() -> Child:
    return until(datetime.now().astimezone() + timedelta(days=30), _("Open until New Year"))


def of_christmas_orders() -> Child:
    return christmas_orders()


def of_seats_left() -> Child:
    return seats_left(date="2027-01-16", free=["full", "one seat left", "two seats left"], otherwise="two seats")


def of_workshop_dates() -> Child:
    return workshop_dates()


def of_workshop_date() -> Child:
    return workshop_date(WORKSHOPS[-1])


def of_inquiry() -> Child:
    return inquiry()


def of_worker() -> Child:
    return worker(register="/sw.js")


# Members' pages


def of_notice() -> Child:
    return notice(_("Patreon is not answering just now."))


def of_sign_in() -> Child:
    return sign_in()


def of_sign_out() -> Child:
    return sign_out()


def of_again() -> Child:
    return again(_("Try again"))


# Pages


def of_header() -> Child:
    return header(PLACE)


def of_footer() -> Child:
    return footer()


def of_default() -> Child:
    return default(PLACE, band(heading(_("Ink"))))


def of_plain() -> Child:
    return plain(PLACE, band(heading(_("Ink"))))


def of_fullpage() -> Child:
    return fullpage(PLACE, (Section("ink", _("Ink"), h.div(title(_("Ink")), class_name=INNER)),))
