"""The creator's token: refreshed in time, by one process, never lost; failures are reported."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise

import httpx
import pytest

from app.members import creator
from app.members.club import Club, closing
from app.members.creator import (
    DAY_SECONDS,
    MAX_REFRESH_BACKOFF_SECONDS,
    MAX_TOKEN_TTL_SECONDS,
    MIN_REFRESH_BACKOFF_SECONDS,
    REFRESH_AHEAD_SECONDS,
    WARN_AHEAD_SECONDS,
    Creator,
)
from app.members.database import Database
from app.members.patreon import Patreon
from app.members.patreon_api import Api, PatreonUnavailableError
from app.members.session import Seal
from app.members.store import MemoryStore, Records, RedisStore
from app.settings import Settings
from tests.fakes.patreon import CREATOR_REFRESH_TOKEN, CREATOR_TOKEN, Fake
from tests.support import redis
from tests.support.members import KEY, OTHER_KEY, Network, Time

pytestmark = pytest.mark.anyio

DAYS = MAX_TOKEN_TTL_SECONDS // DAY_SECONDS


class Process:
    """A process of the site, as far as the creator's token goes; `records` and `store` may be another's too."""

    def __init__(
        self,
        settings: Settings,
        network: httpx.AsyncBaseTransport,
        time: Time,
        records: Records | None = None,
        store: MemoryStore | RedisStore | None = None,
        key: str = KEY,
    ) -> None:
        self.store = store or MemoryStore(clock=time)
        self.records = records or self.store
        self.api = Api(settings.patreon_url, self.store, network, time)
        self.creator = Creator(settings, self.api, self.records, self.store, Seal([key]), time, self._nap)
        self.patreon = Patreon(settings, self.api, self.creator)

    async def _nap(self, seconds: float) -> None:
        await asyncio.sleep(0)

    async def reads(self) -> None:
        """Asks Patreon something, as the creator."""
        assert await self.patreon.tiers()

    def used(self, network: Network) -> str:
        """The token that Patreon was asked with last."""
        return network.requests[-1].headers["authorization"].removeprefix("Bearer ")


Starts = Callable[..., Process]


@pytest.fixture
def settings(configure) -> Settings:
    return configure(patreon_creator_refresh_token=CREATOR_REFRESH_TOKEN)


@pytest.fixture
def starts(settings, network, time) -> Starts:
    """Starts a process; with the same `records` and `store`, beside or after another."""
    return lambda records=None, store=None, of=settings, key=KEY: Process(of, network, time, records, store, key)


def said(caplog: pytest.LogCaptureFixture, level: int = logging.ERROR) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= level]


# A token that Patreon does not take


async def test_a_refused_token_is_refreshed_and_nobody_notices(starts: Starts, fake: Fake, network: Network, caplog):
    process = starts()
    fake.creators.clear()
    await process.reads()
    assert process.used(network) in fake.creators and network.asked("/token") == 1
    await process.reads()
    assert network.asked("/token") == 1 and said(caplog) == []
    assert process.creator.state() == "up"


async def test_once_for_all_who_ask_at_the_same_time(starts: Starts, fake: Fake, network: Network):
    process = starts()
    fake.creators.clear()
    members = [person.member for person in fake.people.values() if person.member and person.key != "neighbour"]
    await asyncio.gather(*(process.patreon.standing(member) for member in members * 10))
    assert network.asked("/token") == 1


@pytest.fixture(params=["database", "redis"])
def shared(request, tmp_path, time) -> Callable[[], tuple[Records, MemoryStore | RedisStore | None]]:
    """What processes have together: the database, or Redis."""
    if request.param == "database":
        return lambda: (Database(tmp_path / "site.db", clock=time), None)
    server = request.getfixturevalue("server")

    def connect() -> tuple[RedisStore, RedisStore]:
        store = RedisStore(server.url, request.node.name)
        return store, store

    return connect


@pytest.fixture(scope="module")
def server():
    with redis.running() as running:
        yield running


async def test_once_for_all_processes(starts: Starts, fake: Fake, network: Network, shared):
    processes = [starts(*shared()) for _ in range(4)]
    for process in processes:
        await process.creator.look()
    fake.creators.clear()
    await asyncio.gather(*(process.reads() for process in processes for _ in range(3)))
    assert network.asked("/token") == 1
    assert {await process.creator.token() for process in processes} == fake.creators
    for process in processes:
        await process.records.close()


async def test_a_restart_goes_on_with_it(starts: Starts, fake: Fake, network: Network, shared):
    first = starts(*shared())
    fake.creators.clear()
    await first.reads()
    await first.records.close()
    second = starts(*shared())
    await second.reads()
    assert second.used(network) in fake.creators and network.asked("/token") == 1
    await second.store.delete(second.creator._key("pause"))
    fake.creators.clear()
    await second.reads()
    assert network.asked("/token") == 2, "and with its refresh token"
    await second.records.close()


async def test_newer_settings_win(starts: Starts, configure, fake: Fake, network: Network, tmp_path, time):
    records = Database(tmp_path / "site.db", clock=time)
    first = starts(records)
    fake.creators.clear()
    await first.reads()
    fake.creators |= {"newer", CREATOR_TOKEN}
    newer = configure(patreon_creator_token="newer", patreon_creator_refresh_token="newer-refresh")
    second = starts(records, of=newer)
    await second.reads()
    assert second.used(network) == "newer"
    third = starts(records, of=configure(patreon_creator_refresh_token="only-this-is-newer"))
    await third.reads()
    assert third.used(network) == CREATOR_TOKEN
    await records.close()


async def test_what_is_kept_is_sealed(starts: Starts, fake: Fake, tmp_path, time):
    records = Database(tmp_path / "site.db", clock=time)
    process = starts(records)
    fake.creators.clear()
    await process.reads()
    await records.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in (CREATOR_TOKEN, CREATOR_REFRESH_TOKEN, *fake.creators, *fake.creator_refreshes):
        assert secret.encode() not in kept


async def test_without_the_session_key_it_begins_anew(starts: Starts, fake: Fake, network: Network, tmp_path, time):
    records = Database(tmp_path / "site.db", clock=time)
    first = starts(records)
    await first.creator.look()
    second = starts(records, key=OTHER_KEY)
    await second.reads()
    fake.creators.clear()
    await second.reads()
    assert second.used(network) in fake.creators
    third = starts(records, key=OTHER_KEY)
    assert await third.creator.token() in fake.creators
    await records.close()


# Before it ends


async def test_it_is_refreshed_before_it_ends(starts: Starts, fake: Fake, network: Network, time: Time, caplog):
    process = starts()
    await process.creator.look()
    days = 0
    while not network.asked("/token"):
        time.passes(DAY_SECONDS)
        days += 1
        await process.creator.look()
    assert (
        days == (MAX_TOKEN_TTL_SECONDS - REFRESH_AHEAD_SECONDS) // DAY_SECONDS + 1 and process.creator.state() == "up"
    )
    assert await process.creator.token() in fake.creators
    time.passes(DAY_SECONDS)
    await process.creator.look()
    assert network.asked("/token") == 1 and said(caplog) == []


async def test_the_first_look_of_all_counts(starts: Starts, network: Network, time: Time, tmp_path):
    """A token of the settings was made at an unknown time: it ends a month after it was seen first, at the latest."""
    for days, asked in ((0, 0), (20, 0), (2, 1)):
        time.passes(days * DAY_SECONDS)
        records = Database(tmp_path / "site.db", clock=time)
        await starts(records).creator.look()
        assert network.asked("/token") == asked
        await records.close()


@pytest.mark.parametrize(
    ("lasts", "days"),
    [(12 * DAY_SECONDS, 12), (2678400, DAYS), (10**9, DAYS), (0, DAYS), (-5, DAYS), ("x", DAYS), (None, DAYS)],
)
async def test_how_long_it_lasts(starts: Starts, settings, time: Time, lasts, days):
    answer = {"access_token": "a", "refresh_token": "r", "expires_in": lasts}
    network = httpx.MockTransport(lambda _: httpx.Response(200, json=answer))
    process = Process(settings, network, time)
    await process.creator.replacement(CREATOR_TOKEN)
    until = datetime.fromtimestamp(time() + days * DAY_SECONDS, UTC).date().isoformat()
    assert process.creator.health() == {"status": "up", "until": until}


async def test_a_pair_without_a_refresh_token_keeps_the_old_one(settings, time: Time):
    sent: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request.content.decode())
        return httpx.Response(200, json={"access_token": f"a{len(sent)}"})

    process = Process(settings, httpx.MockTransport(answer), time)
    assert await process.creator.replacement(CREATOR_TOKEN) == "a1"
    time.passes(MAX_REFRESH_BACKOFF_SECONDS)
    assert await process.creator.replacement("a1") == "a2"
    assert all(f"refresh_token={CREATOR_REFRESH_TOKEN}" in form for form in sent)


async def test_the_loop_looks_after_it(settings, network: Network, fake: Fake, time: Time, monkeypatch, caplog):
    """In the club of a process, as long as the server runs; whatever goes wrong, it looks again."""
    looks = 0
    naps: list[float] = []

    async def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) > 3:
            await asyncio.Event().wait()

    async def look(self: Creator) -> None:
        nonlocal looks
        looks += 1
        if looks == 2:
            raise RuntimeError("out of order")

    club = Club(settings, store=MemoryStore(clock=time), transport=network, clock=time)
    monkeypatch.setattr(club._creator, "_sleep", nap)
    monkeypatch.setattr(Creator, "look", look)
    async with closing(club):
        while len(naps) < 3:
            await asyncio.sleep(0)
    assert looks >= 3 and naps[:3] == [creator.CHECK_INTERVAL_SECONDS] * 3
    assert said(caplog) == ["The creator's token could not be looked after"]


# What cannot be lost


async def test_whoever_stops_waiting_does_not_stop_it(starts: Starts, fake: Fake, network: Network):
    process = starts()
    fake.creators.clear()
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow(request: httpx.Request) -> None:
        if "/token" in request.url.path:
            asked.set()
            await answer.wait()

    network.fault = slow
    impatient = asyncio.ensure_future(process.reads())
    await asked.wait()
    impatient.cancel()
    await asyncio.gather(impatient, return_exceptions=True)
    closing = asyncio.ensure_future(process.creator.close())
    await asyncio.sleep(0)
    answer.set()
    await closing
    assert await starts(process.records, process.store).creator.token() in fake.creators


class Full(MemoryStore):
    """Records on a disk that is full."""

    full = True

    async def set(self, key: str, value: bytes, ttl: float) -> bool:
        return not self.full and await super().set(key, value, ttl)


async def test_it_is_not_refreshed_where_it_cannot_be_kept(starts: Starts, fake: Fake, network: Network, time: Time):
    records = Full(clock=time)
    process = starts(records)
    fake.creators.clear()
    with pytest.raises(PatreonUnavailableError):
        await process.reads()
    assert network.asked("/token") == 0 and fake.creator_refreshes == {CREATOR_REFRESH_TOKEN}
    records.full = False
    time.passes(11)
    await process.reads()


async def test_what_could_not_be_kept_is_kept_later(starts: Starts, fake: Fake, network: Network, time: Time, caplog):
    records = Full(clock=time)
    records.full = False
    process = starts(records)
    await process.creator.look()
    fake.creators.clear()

    async def fills_up(request: httpx.Request) -> None:
        records.full = "/token" in request.url.path or records.full

    network.fault = fills_up
    await process.reads()
    assert said(caplog) == ["The creator's new token could not be kept: it is lost if the server stops now"]
    await process.creator.look()
    await process.reads()
    assert process.used(network) in fake.creators and network.asked("/token") == 1
    records.full = False
    await process.creator.look()
    assert await starts(records).creator.token() in fake.creators


# What cannot be refreshed


async def test_a_failing_refresh_is_backed_off_and_reported_flight(
    starts: Starts, fake: Fake, network: Network, time: Time, caplog
):
    process = starts()
    await process.creator.look()
    fake.creators.clear()
    fake.switches |= {"broken": 500, "only": "/token"}
    tries: list[float] = []
    while len(tries) < 10:
        with pytest.raises(PatreonUnavailableError):
            await process.reads()
        if network.asked("/token") > len(tries):
            tries.append(time())
        time.passes(20)
    pauses = [after - before for before, after in pairwise(tries)]
    assert pauses == [min(MIN_REFRESH_BACKOFF_SECONDS * 2**number, MAX_REFRESH_BACKOFF_SECONDS) for number in range(9)]
    assert said(caplog) == [
        "Patreon: could not refresh the creator's token (500)",
        "Patreon: could not ask for the tiers (401)",
    ]
    assert process.creator.health()["status"] == "ended"
    fake.switches.clear()
    time.passes(MAX_REFRESH_BACKOFF_SECONDS)
    await process.reads()
    assert process.creator.health()["status"] == "up"


async def test_it_is_good_until_it_ends_while_it_cannot_be_refreshed(
    starts: Starts, fake: Fake, network: Network, time: Time, caplog
):
    process = starts()
    await process.creator.look()
    fake.switches |= {"broken": 503, "only": "/token"}
    time.passes(MAX_TOKEN_TTL_SECONDS - REFRESH_AHEAD_SECONDS + 1)
    await process.creator.look()
    await process.reads()
    assert process.creator.state() == "up"
    time.passes(REFRESH_AHEAD_SECONDS - WARN_AHEAD_SECONDS)
    for _ in range(3):
        await process.creator.look()
        await process.reads()
    assert process.creator.state() == "ending"
    assert len([each for each in said(caplog) if "ends on" in each and "PATREON_CREATOR_REFRESH_TOKEN" in each]) == 1
    fake.switches.clear()
    time.passes(MAX_REFRESH_BACKOFF_SECONDS)
    await process.creator.look()
    assert process.creator.state() == "up"


async def test_a_patreon_that_takes_no_token_is_not_asked_for_many(settings, time: Time, caplog):
    """It refuses whatever it has just given out: each refresh would cost a pair, and help nobody."""
    given: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if "/token" not in request.url.path:
            return httpx.Response(401, json={})
        given.append(f"a{len(given)}")
        return httpx.Response(200, json={"access_token": given[-1], "refresh_token": f"r{len(given)}"})

    process = Process(settings, httpx.MockTransport(answer), time)
    for _ in range(100):
        with pytest.raises(PatreonUnavailableError):
            await process.reads()
        time.passes(30)
    assert len(given) == 1 and process.creator.state() == "ended"
    assert said(caplog) == ["Patreon: could not ask for the tiers (401)"] * 2


async def test_a_refused_refresh_token_is_told_once_with_what_to_do(
    starts: Starts, fake: Fake, network: Network, time: Time, caplog
):
    process = starts()
    await process.creator.look()
    fake.creator_refreshes.clear()
    time.passes(MAX_TOKEN_TTL_SECONDS - REFRESH_AHEAD_SECONDS + 1)
    for _ in range(5):
        await process.creator.look()
        await process.reads()
        time.passes(60)
    assert network.asked("/token") == 1, "it is tried again in a day"
    (told,) = said(caplog)
    assert "does not take the creator's refresh token any more" in told and "PATREON_CREATOR_REFRESH_TOKEN" in told
    fake.creators.clear()
    for _ in range(5):
        with pytest.raises(PatreonUnavailableError):
            await process.reads()
        time.passes(60)
    assert network.asked("/token") == 1
    assert process.creator.health()["status"] == "ended"
    assert [each.split(":")[0] for each in said(caplog)[1:]] == [
        "Patreon does not take the creator's token, so nobody can read",
        "Patreon",
    ]
    fake.creator_refreshes.add(CREATOR_REFRESH_TOKEN)
    time.passes(DAY_SECONDS)
    await process.reads()
    assert process.creator.state() == "up"


async def test_without_a_refresh_token(starts: Starts, configure, fake: Fake, network: Network, time: Time, caplog):
    """It is known when it ends at the latest, a week before it does; and when it has."""
    process = starts(of=configure())
    for day in range(DAYS + 1):
        await process.creator.look()
        assert process.creator.state() == ("up" if DAYS - day >= 7 else "ending" if day < DAYS else "ended")
        time.passes(DAY_SECONDS)
    (told,) = said(caplog)
    assert told.startswith("The creator's token ends on 20") and "PATREON_CREATOR_TOKEN" in told
    fake.creators.clear()
    with pytest.raises(PatreonUnavailableError):
        await process.reads()
    assert network.asked("/token") == 0
    assert said(caplog)[1].startswith("Patreon does not take the creator's token, so nobody can read: make new ones")


async def test_all_processes_know_that_it_has_ended(starts: Starts, configure, fake: Fake, time: Time):
    store = MemoryStore(clock=time)
    one, other = (starts(store, store, of=configure()) for _ in range(2))
    fake.creators.clear()
    with pytest.raises(PatreonUnavailableError):
        await one.reads()
    await other.creator.look()
    assert other.creator.state() == "ended"
    fake.creators.add(CREATOR_TOKEN)  # Patreon was wrong about that
    time.passes(11)
    await one.reads()
    await other.creator.look()
    assert (one.creator.state(), other.creator.state()) == ("up", "up")


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, json={}),
        httpx.Response(200, json={"access_token": "a\nb"}),
        httpx.Response(200, json={"access_token": "x" * 1001}),
        httpx.Response(200, json={"access_token": 5}),
        httpx.Response(200, json={"access_token": "a", "more": "x" * 300_000}),
        httpx.Response(200, html="<h1>Sorry</h1>"),
        httpx.Response(401, json={"error": "invalid_client"}),
        httpx.Response(429, json={}, headers={"retry-after": "5"}),
    ],
    ids=lambda answer: f"{answer.status_code} {answer.text[:24]!r}",
)
async def test_odd_answers_lose_nothing(settings, time: Time, caplog, answer: httpx.Response):
    content, headers = answer.content, dict(answer.headers)
    well = False

    def network(request: httpx.Request) -> httpx.Response:
        if well:
            return httpx.Response(200, json={"access_token": "new", "refresh_token": "r"})
        return httpx.Response(answer.status_code, content=content, headers=headers)

    process = Process(settings, httpx.MockTransport(network), time)
    with pytest.raises(PatreonUnavailableError):
        await process.creator.replacement(CREATOR_TOKEN)
    assert await process.creator.token() == CREATOR_TOKEN
    assert len(said(caplog)) == (0 if answer.status_code == 429 else 1)
    well = True
    time.passes(MIN_REFRESH_BACKOFF_SECONDS + 1)
    assert await process.creator.replacement(CREATOR_TOKEN) == "new"


async def test_the_log_holds_no_tokens(starts: Starts, fake: Fake, time: Time, caplog):
    caplog.set_level(logging.DEBUG)
    process = starts()
    fake.creators.clear()
    await process.reads()
    time.passes(MAX_REFRESH_BACKOFF_SECONDS)
    fake.creator_refreshes.clear()
    known = {CREATOR_TOKEN, CREATOR_REFRESH_TOKEN, *fake.creators}
    fake.creators.clear()
    with pytest.raises(PatreonUnavailableError):
        await process.reads()
    assert not any(secret in caplog.text for secret in known)


async def test_before_anything_is_known_all_is_well(starts: Starts):
    assert starts().creator.health() == {"status": "up"}
