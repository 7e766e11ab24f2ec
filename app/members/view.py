"""The contents of members' pages. A view contains only text that the member is allowed to read."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from babel.lists import format_list

from app.content.club import TIERS
from app.content.moments import studio_day
from app.content.studio import window_title
from app.i18n import Language, _, current, typeset, use
from app.i18n.formats import day, price
from app.members.club import Club
from app.members.entitlement import has_paid_tier, may_read, unlocking_tiers
from app.members.membership import FRESH_SECONDS, RECHECK_SECONDS
from app.members.models import Listing, Post, Session, Standing, Tier
from app.members.patreon_api import PatreonUnavailableError
from app.routes import url_for

Access = Literal["unconfigured", "out", "unavailable", "in"]
Status = Literal["", "active", "declined", "ending", "former", "free", "never", "creator", "unknown"]
"""The status that pages show. An `ending` membership is cancelled, but its paid period has not ended yet."""

LIST_PAGE_SIZE, MAX_LISTED_POSTS = 10, 1000


@dataclass(frozen=True)
class Card:
    """A post in the list. A `readable` post has an `excerpt`. For other posts, `takes` describes the required tiers."""

    href: str
    title: str
    day: str
    date: str
    readable: bool
    excerpt: str
    takes: str


@dataclass(frozen=True)
class Opened:
    """A post on its own page. `html` is empty if the post is not `readable`. `note` lists contents that are only on
    Patreon.

    Posts of withdrawn tiers are not `unlockable`, because visitors can no longer choose a tier that opens them. `path`
    is the path of the post's page.
    """

    title: str
    page_title: str
    day: str
    date: str
    readable: bool
    html: str
    takes: str
    url: str
    note: str = ""
    unlockable: bool = True
    path: str = ""


@dataclass(frozen=True)
class View:
    """The contents of a members' page. `listed` is False until the posts are loaded.

    `person` is an opaque key of the member. If `recheck` is True, the page reloads when it becomes visible, because the
    member might have paid.
    """

    access: Access
    language: str = ""
    greeting: str = ""
    status: Status = ""
    tier: str = ""
    stale: bool = False
    listed: bool = False
    cards: tuple[Card, ...] = ()
    more: bool = False
    post: Opened | None = None
    missing: str = ""
    recheck: bool = False
    person: str = ""


async def view_for(
    club: Club, session: Session, language: Language, path: str, post_id: str = "", shown: int = LIST_PAGE_SIZE
) -> View:
    """Returns the page's contents: one post, or the newest `shown` posts. For an unknown post, sets `missing`."""
    with use(language):
        greeting = typeset(_("Signed in as {name}").format(name=session.name))
        view = View("in", language.code, greeting=greeting, person=club.person(session))
        try:
            standing, listing = await asyncio.gather(_standing(club, session), club.listing(post_id))
        except PatreonUnavailableError:
            return replace(view, access="unavailable")
        post = listing.find(post_id)
        if standing.status != "unknown" and _lacks_access(standing, post, listing):
            standing = await _standing(club, session, RECHECK_SECONDS)
        view = replace(
            view,
            status=_status(standing, listing),
            tier=_tier_text(standing, listing),
            stale=listing.stale,
            recheck=_lacks_access(standing, post, listing),
        )
        if not post_id:
            cards = tuple(_card(post, standing, listing) for post in listing.posts[:shown])
            return replace(view, listed=True, cards=cards, more=min(len(listing.posts), MAX_LISTED_POSTS) > shown)
        if post is None:
            return replace(view, missing=path)
        return replace(view, post=_open_post(post, standing, listing))


async def _standing(club: Club, session: Session, max_age: float = FRESH_SECONDS) -> Standing:
    try:
        return await club.standing(session, max_age)
    except PatreonUnavailableError:
        return Standing("unknown")


def _lacks_access(standing: Standing, post: Post | None, listing: Listing) -> bool:
    """Whether a payment on Patreon would open `post` to the visitor, or any posts if `post` is None."""
    is_member = _status(standing, listing) in ("active", "ending", "creator")
    if not is_member or post is None:
        return not is_member
    return not may_read(post, standing, listing.tiers) and bool(unlocking_tiers(post, listing.tiers))


def _card(post: Post, standing: Standing, listing: Listing) -> Card:
    readable, published = may_read(post, standing, listing.tiers), studio_day(post.published.timestamp())
    return Card(
        href=_path(post),
        title=_title(post),
        day=day(published),
        date=published.isoformat(),
        readable=readable,
        excerpt=post.excerpt if readable else "",
        takes="" if readable else _access_requirement(unlocking_tiers(post, listing.tiers)),
    )


def _open_post(post: Post, standing: Standing, listing: Listing) -> Opened:
    readable, published = may_read(post, standing, listing.tiers), studio_day(post.published.timestamp())
    unlocking = unlocking_tiers(post, listing.tiers)
    return Opened(
        title=_title(post),
        page_title=window_title(_title(post)),
        day=day(published),
        date=published.isoformat(),
        readable=readable,
        html=post.html if readable else "",
        takes="" if readable else _access_requirement(unlocking),
        url=post.url,
        note=_note(post) if readable else "",
        unlockable=bool(unlocking),
        path=_path(post),
    )


def _path(post: Post) -> str:
    return url_for("patreon-private-post", current(), postId=post.id)


def _note(post: Post) -> str:
    if post.shortened:
        return typeset(_("The rest of this post is on Patreon."))
    if post.excerpt or "<img" in post.html or "<iframe" in post.html:
        return ""
    return typeset(_("The content of this post is only on Patreon."))


def _title(post: Post) -> str:
    if post.title:
        return post.title
    return typeset(_("Untitled, {day}").format(day=day(studio_day(post.published.timestamp()))))


def _status(standing: Standing, listing: Listing) -> Status:
    if has_paid_tier(standing, listing.tiers):
        paid: dict[Status, Status] = {"former": "ending", "never": "active"}
        return paid.get(standing.status, standing.status)
    return "free" if standing.status == "never" and standing.tiers else standing.status


def _tier_text(standing: Standing, listing: Listing) -> str:
    had = sorted((listing.tiers[id] for id in standing.tiers if id in listing.tiers), key=lambda tier: -tier.cents)
    names = _joined_names(had, "standard")
    return typeset(_("Tier: {tier}").format(tier=names)) if names else ""


def _access_requirement(tiers: tuple[Tier, ...]) -> str:
    if not tiers:
        return typeset(_("For other members"))
    if not tiers[0].cents:
        return typeset(_("Opens with a free membership"))
    names = _joined_names(tiers, "or")
    crowns = {tier.patreon_title: tier.crowns for tier in TIERS}.get(tiers[0].title)
    if crowns is None:  # the currency of Patreon's price is unknown
        return typeset(_("Opens with: {tier}").format(tier=names))
    if len(tiers) == 1:
        text = _("Opens with: {tier}, {price} a month")
    else:
        text = _("Opens with: {tier}, from {price} a month")
    return typeset(text.format(tier=names, price=price(crowns)))


def _joined_names(tiers: Iterable[Tier], style: Literal["standard", "or"]) -> str:
    translated = {tier.patreon_title: str(tier.name) for tier in TIERS}
    return format_list([translated.get(tier.title, tier.title) for tier in tiers], style, locale=current().locale)
