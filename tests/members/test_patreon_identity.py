import pytest

from app.members.models import Standing
from app.members.patreon import MAX_MEMBERSHIPS_CHECKED
from app.members.patreon_api import NotFoundError, PatreonUnavailableError
from tests.fakes.campaign import FREE, PROOF, people
from tests.support.patreon_client import BACK, client_by_path

pytestmark = pytest.mark.anyio


PROOF_MEMBER = str(people()["proof"].member)


@pytest.mark.parametrize(
    ("key", "standing"),
    [
        ("proof", Standing("active", frozenset([PROOF]))),
        ("declined", Standing("declined")),
        ("former", Standing("former")),
        ("free", Standing("never", frozenset([FREE]))),
    ],
)
async def test_standings(patreon, fake, key, standing):
    assert await patreon.standing(fake.people[key].member) == standing
    token = await patreon.token(fake.code(key, BACK), BACK)
    assert (await patreon.identity(token)).standing == standing


@pytest.mark.parametrize("key", ["nobody", "neighbour"])
async def test_members_of_other_campaigns_are_not_found(patreon, fake, key):
    with pytest.raises(NotFoundError):
        await patreon.standing(fake.people[key].member if key in fake.people else key)


MEMBERSHIPS = {"memberships": {"data": [{"type": "member", "id": "m1"}, {"type": "member", "id": "m2"}]}}


def _member(id: str, campaign: str | None, status: object = "active_patron", tiers: object = ()) -> dict:
    related = {"currently_entitled_tiers": {"data": tiers}}
    if campaign:
        related["campaign"] = {"data": {"type": "campaign", "id": campaign}}
    return {"type": "member", "id": id, "attributes": {"patron_status": status}, "relationships": related}


@pytest.mark.parametrize(
    ("answer", "member", "standing"),
    [
        ({"data": {"id": "1"}}, None, Standing("never")),
        ({"data": {"id": 1, "attributes": None, "relationships": []}, "included": "x"}, None, Standing("never")),
        ({"data": {"id": "1", "relationships": MEMBERSHIPS}}, None, Standing("never")),
        (
            {"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [_member("m1", "77"), _member("m2", "9")]},
            "m2",
            Standing("active"),
        ),
        ({"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [_member("m1", "77"), _member("m2", "78")]},
         None, Standing("never")),
        ({"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [_member("m1", None)]},
         None, Standing("never")),
        ({"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [_member("m1", "9", 5, [{"id": 7}, {}, 3])]},
         "m1", Standing("never", frozenset(["7"]))),
    ],
)  # fmt: skip
async def test_odd_identities(settings, answer, member, standing):
    identity = await client_by_path(settings, identity=answer).identity("token")
    assert (identity.user, identity.name, identity.member, identity.standing) == ("1", "", member, standing)


INCOMPLETE = [
    _member("m1", None, "active_patron", [{"id": "7"}]),
    {"type": "member", "id": "m1", "attributes": {}},
    {"type": "member", "id": "m1", "relationships": {"campaign": {"data": {"id": "9"}}}},
    {**_member("m1", "9"), "attributes": {}},
    {**_member("m1", "9"), "relationships": {"campaign": {"data": {"id": "9"}}}},
    {"type": "user", "id": "m1"},
]


@pytest.mark.parametrize("incomplete", INCOMPLETE)
@pytest.mark.parametrize(
    ("found", "member", "standing"),
    [
        (_member("m1", "9", "active_patron", [{"id": "8"}]), "m1", Standing("active", frozenset("8"))),
        (_member("m1", "9", None), "m1", Standing("never")),
        (_member("m1", "77"), None, Standing("never")),
        (_member("m1", None), None, Standing("never")),
    ],
)
async def test_missing_membership_details_are_requested(settings, incomplete, found, member, standing):
    answer = {"data": {"id": "1", "relationships": MEMBERSHIPS}, "included": [incomplete]}
    identity = await client_by_path(settings, identity=answer, m1={"data": found}).identity("token")
    assert (identity.member, identity.standing) == (member, standing)


async def test_requested_memberships_are_bounded(settings):
    memberships = {"memberships": {"data": [{"type": "member", "id": f"m{n}"} for n in range(100)]}}
    client = client_by_path(settings, identity={"data": {"id": "1", "relationships": memberships}})
    asked = []
    client._creator.token = lambda: asked.append(1) or _soon("t")  # pyright: ignore
    assert (await client.identity("token")).member is None
    assert len(asked) == MAX_MEMBERSHIPS_CHECKED


async def _soon(value: str) -> str:
    return value


async def test_signing_in_fails_if_the_membership_is_unknown(patreon, fake):
    """Sign-in must fail, because a session that lacks the membership could lock a member out for thirty days."""
    fake.switches |= {"unnamed": True}
    token = await patreon.token(fake.code("proof", BACK), BACK)
    assert (await patreon.identity(token)).member == PROOF_MEMBER
    fake.switches |= {"broken": 500, "only": "/members/"}
    token = await patreon.token(fake.code("edition", BACK), BACK)
    with pytest.raises(PatreonUnavailableError):
        await patreon.identity(token)


async def test_unnamed_memberships_of_other_campaigns_are_ignored(patreon, fake):
    fake.switches |= {"unnamed": True}
    token = await patreon.token(fake.code("neighbour", BACK), BACK)
    assert (await patreon.identity(token)).member is None
