"""Who may read what."""

from collections.abc import Mapping

from app.members.models import Post, Standing, Tier


def may_read(post: Post, standing: Standing) -> bool:
    """Whether a post is open to somebody of this standing.

    The tiers that Patreon calls entitled decide, not the status: who has left keeps what is paid for until it ends.
    """
    if post.public or standing.status == "creator":
        return True
    return bool(post.tiers & standing.tiers) if post.tiers else standing.status == "active"


def opening(post: Post, tiers: Mapping[str, Tier]) -> tuple[Tier, ...]:
    """The tiers that would open a post, cheapest first; none for a public one."""
    if post.public:
        return ()
    fitting = (tier for tier in tiers.values() if (tier.id in post.tiers if post.tiers else tier.cents > 0))
    return tuple(sorted(fitting, key=lambda tier: (tier.cents, tier.title)))
