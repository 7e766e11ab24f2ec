"""Decides which members can read which posts."""

from collections.abc import Mapping

from app.members.models import Post, Standing, Tier


def may_read(post: Post, standing: Standing, tiers: Mapping[str, Tier]) -> bool:
    """Whether a member can read a post. Former patrons retain their tiers until the end of the paid period."""
    if post.public or standing.status == "creator":
        return True
    if post.tiers:
        return bool(post.tiers & standing.tiers)
    return standing.status == "active" or has_paid_tier(standing, tiers)


def has_paid_tier(standing: Standing, tiers: Mapping[str, Tier]) -> bool:
    return any(id in tiers and tiers[id].cents > 0 for id in standing.tiers)


def unlocking_tiers(post: Post, tiers: Mapping[str, Tier]) -> tuple[Tier, ...]:
    if post.public:
        return ()
    published = (tier for tier in tiers.values() if tier.published)
    unlocking = (tier for tier in published if (tier.id in post.tiers if post.tiers else tier.cents > 0))
    return tuple(sorted(unlocking, key=lambda tier: (tier.cents, tier.title)))
