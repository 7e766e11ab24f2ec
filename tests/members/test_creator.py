import asyncio
import logging
from datetime import UTC, datetime

import httpx
import pytest

from app.database.database import Database
from app.members import creator
from app.members.club import Club, closing
from app.members.creator import DAY_SECONDS, MAX_REFRESH_BACKOFF_SECONDS, MAX_TOKEN_TTL_SECONDS, REFRESH_AHEAD_SECONDS
from app.members.database import DatabaseRecords
from app.members.patreon_api import PatreonUnavailableError
from app.members.store import MemoryStore
from tests.fakes.patreon import CREATOR_REFRESH_TOKEN, CREATOR_TOKEN, Fake
from tests.support.clock import Clock
from tests.support.members import Network
from tests.support.patreon_client import DAYS, Process, StartProcess, logged_errors

pytestmark = pytest.mark.anyio


async def test_a_rejected_token_is_refreshed_without_an_error(
    start_process: StartProcess, fake: Fake, network: Network, caplog
):
    process = start_process()
    fake.creators.clear()
    await process.read_as_creator()
    assert process.last_token(network) in fake.creators and network.asked("/token") == 1
    await process.read_as_creator()
    assert network.asked("/token") == 1 and logged_errors(caplog) == []
    assert process.creator.state() == "up"


async def test_a_token_is_refreshed_before_it_expires(
    start_process: StartProcess, fake: Fake, network: Network, time: Clock, caplog
):
    process = start_process()
    await process.creator.refresh_if_due()
    days = 0
    while not network.asked("/token"):
        time.passes(DAY_SECONDS)
        days += 1
        await process.creator.refresh_if_due()
    assert days == (MAX_TOKEN_TTL_SECONDS - REFRESH_AHEAD_SECONDS) // DAY_SECONDS + 1
    assert process.creator.state() == "up"
    assert await process.creator.token() in fake.creators
    time.passes(DAY_SECONDS)
    await process.creator.refresh_if_due()
    assert network.asked("/token") == 1 and logged_errors(caplog) == []


async def test_the_month_counts_from_the_first_use(
    start_process: StartProcess, network: Network, time: Clock, database: Database
):
    for days, asked in ((0, 0), (20, 0), (2, 1)):
        time.passes(days * DAY_SECONDS)
        records = DatabaseRecords(database, clock=time)
        await start_process(records).creator.refresh_if_due()
        assert network.asked("/token") == asked
        await records.close()


@pytest.mark.parametrize(
    ("lasts", "days"),
    [(12 * DAY_SECONDS, 12), (2678400, DAYS), (10**9, DAYS), (0, DAYS), (-5, DAYS), ("x", DAYS), (None, DAYS)],
)
async def test_expiry(creator_settings, time: Clock, lasts, days):
    answer = {"access_token": "a", "refresh_token": "r", "expires_in": lasts}
    network = httpx.MockTransport(lambda _: httpx.Response(200, json=answer))
    process = Process(creator_settings, network, time)
    await process.creator.replacement(CREATOR_TOKEN)
    until = datetime.fromtimestamp(time() + days * DAY_SECONDS, UTC).date().isoformat()
    assert process.creator.health() == {"status": "up", "until": until}


async def test_a_pair_without_a_refresh_token_keeps_the_old_one(creator_settings, time: Clock):
    sent: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request.content.decode())
        return httpx.Response(200, json={"access_token": f"a{len(sent)}"})

    process = Process(creator_settings, httpx.MockTransport(answer), time)
    assert await process.creator.replacement(CREATOR_TOKEN) == "a1"
    time.passes(MAX_REFRESH_BACKOFF_SECONDS)
    assert await process.creator.replacement("a1") == "a2"
    assert all(f"refresh_token={CREATOR_REFRESH_TOKEN}" in form for form in sent)


async def test_an_open_club_checks_the_token_every_minute(creator_settings, network: Network, time: Clock, monkeypatch):
    naps: list[float] = []

    async def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            await asyncio.Event().wait()

    club = Club(creator_settings, store=MemoryStore(clock=time), transport=network, clock=time)
    monkeypatch.setattr(club._creator, "_sleep", nap)
    async with closing(club):
        while len(naps) < 3:
            await asyncio.sleep(0)
    assert naps == [creator.CHECK_INTERVAL_SECONDS] * 3 and "until" in club.creator_token()


async def test_the_log_holds_no_tokens(start_process: StartProcess, fake: Fake, time: Clock, caplog):
    caplog.set_level(logging.DEBUG)
    process = start_process()
    fake.creators.clear()
    await process.read_as_creator()
    time.passes(MAX_REFRESH_BACKOFF_SECONDS)
    fake.creator_refreshes.clear()
    known = {CREATOR_TOKEN, CREATOR_REFRESH_TOKEN, *fake.creators}
    fake.creators.clear()
    with pytest.raises(PatreonUnavailableError):
        await process.read_as_creator()
    assert not any(secret in caplog.text for secret in known)
