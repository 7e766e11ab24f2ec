from itertools import pairwise

import httpx
import pytest

from app.members.creator import (
    DAY_SECONDS,
    MAX_REFRESH_BACKOFF_SECONDS,
    MAX_TOKEN_TTL_SECONDS,
    MIN_REFRESH_BACKOFF_SECONDS,
    REFRESH_AHEAD_SECONDS,
    WARN_AHEAD_SECONDS,
)
from app.members.patreon_api import PatreonUnavailableError
from tests.fakes.patreon import CREATOR_REFRESH_TOKEN, CREATOR_TOKEN, Fake
from tests.support.clock import Clock
from tests.support.members import Network
from tests.support.patreon_client import DAYS, Process, StartProcess, logged_errors

pytestmark = pytest.mark.anyio


async def test_a_failing_refresh_is_backed_off_and_reported_once(
    start_process: StartProcess, fake: Fake, network: Network, time: Clock, caplog
):
    process = start_process()
    await process.creator.refresh_if_due()
    fake.creators.clear()
    fake.switches |= {"broken": 500, "only": "/token"}
    tries: list[float] = []
    while len(tries) < 10:
        with pytest.raises(PatreonUnavailableError):
            await process.read_as_creator()
        if network.asked("/token") > len(tries):
            tries.append(time())
        time.passes(60)
    pauses = [after - before for before, after in pairwise(tries)]
    assert pauses == [min(MIN_REFRESH_BACKOFF_SECONDS * 2**number, MAX_REFRESH_BACKOFF_SECONDS) for number in range(9)]
    assert logged_errors(caplog) == [
        "Patreon: could not refresh the creator's token (500)",
        "Patreon: could not ask for the tiers (401)",
    ]
    assert process.creator.health()["status"] == "ended"
    fake.switches.clear()
    time.passes(MAX_REFRESH_BACKOFF_SECONDS)
    await process.read_as_creator()
    assert process.creator.health()["status"] == "up"


async def test_a_token_serves_until_it_expires_while_refreshing_fails(
    start_process: StartProcess, fake: Fake, time: Clock, caplog
):
    process = start_process()
    await process.creator.refresh_if_due()
    fake.switches |= {"broken": 503, "only": "/token"}
    time.passes(MAX_TOKEN_TTL_SECONDS - REFRESH_AHEAD_SECONDS + 1)
    await process.creator.refresh_if_due()
    await process.read_as_creator()
    assert process.creator.state() == "up"
    time.passes(REFRESH_AHEAD_SECONDS - WARN_AHEAD_SECONDS)
    for _ in range(3):
        await process.creator.refresh_if_due()
        await process.read_as_creator()
    assert process.creator.state() == "ending"
    [error] = [each for each in logged_errors(caplog) if "expires on" in each]
    assert "PATREON_CREATOR_REFRESH_TOKEN" in error
    fake.switches.clear()
    time.passes(MAX_REFRESH_BACKOFF_SECONDS)
    await process.creator.refresh_if_due()
    assert process.creator.state() == "up"


async def test_a_rejected_new_token_is_not_refreshed_again(creator_settings, time: Clock, caplog):
    given: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if "/token" not in request.url.path:
            return httpx.Response(401, json={})
        given.append(f"a{len(given)}")
        return httpx.Response(200, json={"access_token": given[-1], "refresh_token": f"r{len(given)}"})

    process = Process(creator_settings, httpx.MockTransport(answer), time)
    for _ in range(100):
        with pytest.raises(PatreonUnavailableError):
            await process.read_as_creator()
        time.passes(30)
    assert len(given) == 1 and process.creator.state() == "ended"
    assert logged_errors(caplog) == ["Patreon: could not ask for the tiers (401)"] * 2


async def test_a_rejected_refresh_token_is_logged_once_with_instructions(
    start_process: StartProcess, fake: Fake, network: Network, time: Clock, caplog
):
    process = start_process()
    await process.creator.refresh_if_due()
    fake.creator_refreshes.clear()
    time.passes(MAX_TOKEN_TTL_SECONDS - REFRESH_AHEAD_SECONDS + 1)
    for _ in range(5):
        await process.creator.refresh_if_due()
        await process.read_as_creator()
        time.passes(60)
    assert network.asked("/token") == 1, "the next attempt is a day later"
    (error,) = logged_errors(caplog)
    assert "rejected the creator refresh token" in error and "PATREON_CREATOR_REFRESH_TOKEN" in error
    fake.creators.clear()
    for _ in range(5):
        with pytest.raises(PatreonUnavailableError):
            await process.read_as_creator()
        time.passes(60)
    assert network.asked("/token") == 1
    assert process.creator.health()["status"] == "ended"
    assert [each.split(":")[0] for each in logged_errors(caplog)[1:]] == [
        "Patreon rejected the creator token; members cannot read posts",
        "Patreon",
    ]
    fake.creator_refreshes.add(CREATOR_REFRESH_TOKEN)
    time.passes(DAY_SECONDS)
    await process.read_as_creator()
    assert process.creator.state() == "up"


async def test_without_a_refresh_token(
    start_process: StartProcess, configure, fake: Fake, network: Network, time: Clock, caplog
):
    process = start_process(of=configure())
    for day in range(DAYS + 1):
        await process.creator.refresh_if_due()
        assert process.creator.state() == ("up" if DAYS - day >= 7 else "ending" if day < DAYS else "ended")
        time.passes(DAY_SECONDS)
    (error,) = logged_errors(caplog)
    assert error.startswith("The creator token expires on 20") and "PATREON_CREATOR_TOKEN" in error
    fake.creators.clear()
    with pytest.raises(PatreonUnavailableError):
        await process.read_as_creator()
    assert network.asked("/token") == 0
    assert logged_errors(caplog)[1].startswith("Patreon rejected the creator token; members cannot read posts: create")


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, json={}),
        httpx.Response(200, html="<h1>Sorry</h1>"),
        httpx.Response(401, json={"error": "invalid_client"}),
        httpx.Response(429, json={}, headers={"retry-after": "5"}),
    ],
    ids=lambda answer: f"{answer.status_code} {answer.text[:24]!r}",
)
async def test_odd_answers_lose_nothing(creator_settings, time: Clock, caplog, answer: httpx.Response):
    content, headers = answer.content, dict(answer.headers)
    well = False

    def network(request: httpx.Request) -> httpx.Response:
        if well:
            return httpx.Response(200, json={"access_token": "new", "refresh_token": "r"})
        return httpx.Response(answer.status_code, content=content, headers=headers)

    process = Process(creator_settings, httpx.MockTransport(network), time)
    with pytest.raises(PatreonUnavailableError):
        await process.creator.replacement(CREATOR_TOKEN)
    assert await process.creator.token() == CREATOR_TOKEN
    assert len(logged_errors(caplog)) == (0 if answer.status_code == 429 else 1)
    well = True
    time.passes(MIN_REFRESH_BACKOFF_SECONDS + 1)
    assert await process.creator.replacement(CREATOR_TOKEN) == "new"
