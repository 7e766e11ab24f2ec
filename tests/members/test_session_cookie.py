import pytest

from tests.fakes.campaign import people
from tests.support.members import KEY, OTHER_KEY, cookies, problem

pytestmark = pytest.mark.anyio


async def test_tampered_cookie(visit, club):
    await visit.signs_in("proof")
    value = visit.client.cookies["session"]
    assert await club.session(f"session={value}")
    for at in (0, 10, 40, len(value) // 2, len(value) - 5):
        changed = value[:at] + ("A" if value[at] != "A" else "B") + value[at + 1 :]
        assert await club.session(f"session={changed}") is None
    for nonsense in ("", "x", value[:-1], value + "x", value + "=", f'"{value}=', '"', "é", "a" * 100_000):
        assert await club.session(f"session={nonsense}") is None
    assert await club.session("") is None
    assert await club.session(f"other={value}") is None


async def test_a_state_is_not_a_session(visit, club):
    assert await club.session(f"session={await visit.leaves()}") is None


async def test_session_of_another_key_and_of_a_rotated_one(visit, configure, start_club):
    await visit.signs_in("proof")
    cookie = cookies(visit.client)
    for keys, is_valid in ((OTHER_KEY, False), (f"{OTHER_KEY},{KEY}", True)):
        other = start_club(configure(session_keys=keys))
        assert bool(await other.session(cookie)) is is_valid


async def test_session_of_another_campaign(visit, configure, start_club):
    await visit.signs_in("creator")
    other = start_club(configure(patreon_campaign_id="10"))
    assert await other.session(cookies(visit.client)) is None


async def test_session_ends_after_thirty_days(visit, club, time):
    await visit.signs_in("proof")
    time.passes(30 * 24 * 3600 - 1)
    assert await club.session(cookies(visit.client))
    time.passes(1)
    assert await club.session(cookies(visit.client)) is None


async def test_signing_in_ends_the_previous_session(visit, club):
    await visit.signs_in("proof")
    before = cookies(visit.client)
    assert problem(await visit.returns(state="x", code=visit.code("edition"))) == {"problem": "forged"}
    assert await club.session(before), "a failed sign-in leaves the session"
    await visit.signs_in("edition")
    assert await club.session(before) is None
    session = await club.session(cookies(visit.client))
    assert session and session.user == people()["edition"].user
