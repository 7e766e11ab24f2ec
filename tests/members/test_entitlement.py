from datetime import UTC, datetime

import pytest

from app.members.entitlement import may_read, unlocking_tiers
from app.members.models import Post, Standing, Tier

PUBLISHED = (Tier("3", "C", 900), Tier("1", "A", 150), Tier("0", "Free", 0), Tier("2", "B", 350))
TIERS = {tier.id: tier for tier in (*PUBLISHED, Tier("4", "withdrawn", 500, published=False))}


def post(*tiers: str, public: bool = False) -> Post:
    day = datetime(2025, 1, 1, tzinfo=UTC)
    return Post("1", "", "", "", day, frozenset(tiers), public=public, url="")


def standing(status, *tiers: str) -> Standing:
    return Standing(status, frozenset(tiers))


@pytest.mark.parametrize(
    ("who", "what", "allowed"),
    [
        (standing("active", "2"), post("2", "3"), True),
        (standing("active", "1"), post("2", "3"), False),
        (standing("active"), post(), True),
        (standing("active"), post("1"), False),
        (standing("declined"), post(), False),
        (standing("declined"), post("1"), False),
        (standing("former"), post(), False),
        (standing("former", "1"), post("1"), True),  # a former member whose paid period has not ended yet
        (standing("former", "1"), post(), True),
        (standing("former", "0"), post(), False),
        (standing("former", "4"), post(), True),
        (standing("never", "2"), post(), True),  # a gift or a trial
        (standing("never", "?"), post(), False),
        (standing("never"), post(), False),
        (standing("never"), post("1"), False),
        (standing("never", "0"), post("0", "1"), True),
        (standing("never", "0"), post(), False),
        (standing("never"), post("1", public=True), True),
        (standing("creator"), post("1"), True),
        (standing("creator"), post(), True),
        (standing("active", "1", "2", "3", "0"), post("?"), False),
    ],
)
def test_may_read(who, what, allowed):
    assert may_read(what, who, TIERS) is allowed


@pytest.mark.parametrize(
    ("what", "ids"),
    [
        (post("3", "1"), ["1", "3"]),
        (post("0", "2"), ["0", "2"]),
        (post("?", "2"), ["2"]),
        (post("2", "4"), ["2"]),
        (post("4"), []),
        (post(), ["1", "2", "3"]),
        (post("1", public=True), []),
    ],
)
def test_unlocking_tiers(what, ids):
    assert [tier.id for tier in unlocking_tiers(what, TIERS)] == ids
