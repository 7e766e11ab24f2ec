"""The print club: benefits, prices, and sign-in."""

import reflex as rx
from babel.lists import format_list

from app.components import html as h
from app.components.head import Meta
from app.components.layout import (
    PRESSED,
    QUIET,
    actions,
    band,
    button,
    grid,
    halves,
    heading,
    out_button,
    page_title,
    prose,
    subheading,
)
from app.components.link import outward
from app.components.members import SIGN_IN, configured, login, notice
from app.components.picture import picture
from app.components.prices import amount, crown_note
from app.components.questions import questions
from app.content.club import CLUB_QUESTIONS, CLUB_URL, MEMBERSHIPS_URL, PERKS, STEPS, TIERS, Tier
from app.content.titled_text import TitledText
from app.i18n import _, current
from app.i18n.formats import price_range
from app.settings import settings


def meta() -> Meta:
    lowest, highest = price_range(TIERS[0].crowns, TIERS[-1].crowns)
    return Meta(
        title=_("Print club"),
        description=_(
            "For {lowest} to {highest} a month you keep a letterpress studio curious: letters from the workshop, a "
            "print by post, signed posters. On Patreon."
        ).format(lowest=lowest, highest=highest),
        picture="patreon",
    )


def page() -> rx.Component:
    return h.fragment(
        page_title(
            _("Print club"),
            _(
                "Once a month we print something that nobody ordered. Members pay for it; from the Edition "
                "tier up it comes by post."
            ),
            actions(
                out_button(_("Join on Patreon"), href=CLUB_URL, pressed=True),
                None if settings().is_static else button(_("Members’ posts"), to="patreon-private"),
            ),
        ),
        _perks(),
        _tiers(),
        _steps(),
        _way_in(),
        band(questions(CLUB_QUESTIONS)),
    )


def _perks() -> rx.Component:
    photograph = picture(
        "patreon",
        alt=_("A calendar sheet with a large red circle beside an envelope of the print club"),
        sizes="(min-width: 1024px) 40rem, 100vw",
        priority=True,
        class_name="aspect-4/3 object-cover",
    )
    words = h.div(heading(_("What you get")), h.div(*(_perk(perk) for perk in PERKS), class_name="mt-8 space-y-6"))
    return band(halves(photograph, words))


def _perk(perk: TitledText) -> rx.Component:
    return h.div(
        subheading(perk.title),
        h.p(perk.text, class_name="mt-2 max-w-prose text-lg leading-relaxed text-pretty"),
        class_name="border-t border-rule pt-4",
    )


def _tiers() -> rx.Component:
    return band(
        heading(_("The tiers")),
        h.ul(*(_tier(tier) for tier in TIERS), class_name="mt-10 grid gap-10 lg:grid-cols-3"),
        crown_note(),
        _patreon_titles(),
        tone="sunk",
    )


def _patreon_titles() -> rx.Component | None:
    """Returns a note with the tiers' titles on Patreon, or None if the page shows the same titles."""
    titles = [tier.patreon_title for tier in TIERS]
    if titles == [str(tier.name) for tier in TIERS]:
        return None
    note = _("On Patreon, the tiers are called {names}.").format(names=format_list(titles, locale=current().locale))
    return h.p(note, class_name="mt-6 max-w-3xl text-balance text-ink-soft")


def _tier(tier: Tier) -> rx.Component:
    return h.li(
        subheading(tier.name),
        h.p(
            amount(tier.crowns, "font-display text-5xl leading-none"),
            h.span(_("a month"), class_name="pl-2 text-lg text-ink-soft"),
            class_name="mt-4 flex flex-wrap items-baseline",
        ),
        h.p(tier.summary, class_name="mt-4 text-lg leading-relaxed text-pretty lg:min-h-28"),
        h.ul(
            *(h.li(gift, class_name="border-t border-rule py-3 text-pretty") for gift in tier.gets),
            class_name="mt-4 border-b border-rule",
        ),
        id=tier.slug,
        class_name="border-t-4 border-ink pt-5",
    )


def _steps() -> rx.Component:
    return band(heading(_("How it works")), grid(*(_step(number, step) for number, step in enumerate(STEPS, 1))))


def _step(number: int, step: TitledText) -> rx.Component:
    return h.div(
        h.p(str(number), class_name="mb-3 font-display text-6xl leading-none text-spot lining-nums"),
        subheading(step.title),
        h.p(step.text, class_name="mt-2 text-lg leading-relaxed text-pretty"),
    )


def _way_in() -> rx.Component:
    way_in = _on_patreon() if settings().is_static else _here()
    change = h.p(
        outward(_("Change or end your membership"), href=MEMBERSHIPS_URL, class_name=QUIET), class_name="mt-8 text-lg"
    )
    return band(heading(_("Already a member?")), way_in, change, tone="sunk")


def _on_patreon() -> rx.Component:
    return h.div(
        prose(_("Members read the posts on Patreon. This site has no sign-in.")),
        actions(out_button(_("Our page on Patreon"), href=CLUB_URL, pressed=True)),
    )


def _here() -> rx.Component:
    ready = h.div(
        prose(
            _(
                "Sign in with Patreon and read members’ posts here. We learn your name, your tier and whether it’s "
                "paid; Patreon keeps your password, your card and your e-mail."
            )
        ),
        actions(h.a(SIGN_IN, href=login(), class_name=PRESSED), button(_("To members’ posts"), to="patreon-private")),
    )
    missing = h.div(
        notice(_("Signing in isn’t set up on this site yet. Members read the posts on Patreon in the meantime.")),
        actions(out_button(_("Our page on Patreon"), href=CLUB_URL, pressed=True)),
        class_name="mt-6",
    )
    return configured(ready, missing)
