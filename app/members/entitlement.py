"""Who may read what."""

from collections.abc import Mapping

from app.members.models import Post, Standing, Tier


def may_read(post: Post, standing: Standing) -> bool:
    """Whether a post is open to somebody with this membership.

    The currently entitled tiers decide, not the status: a former patron keeps access to the end of the paid period.
    """
    if post.public or standing.status == "creator":
        return True
    return bool(post.tiers & standing.tiers) if post.tiers else standing.status == "active"


def unlocking_tiers(post: Post, tiers: Mapping[str, Tier]) -> tuple[Tier, ...]:
    """The tiers that give access to a post, cheapest first; none for a public post."""
    if post.public:
        return ()
    unlocking = (tier for tier in tiers.values() if (tier.id in post.tiers if post.tiers else tier.cents > 0))
    return tuple(sorted(unlocking, key=lambda tier: (tier.cents, tier.title)))
