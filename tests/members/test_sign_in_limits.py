"""Rate limits of sign-in tries: made-up codes count against whoever sends them, and nobody else."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import httpx
import pytest
from starlette.types import ASGIApp

from app.http.export import Export
from app.i18n import LANGUAGES
from app.members import sign_in_limits
from app.members.club import Club
from app.members.endpoints import BUSY
from app.members.sign_in_limits import (
    ADDRESS_LIMIT,
    BROWSER_LIMIT,
    MAX_CONCURRENT_TRIES,
    RESERVED_FOR_CLEAN_ADDRESSES,
    RESERVED_FOR_KNOWN_BROWSERS,
    SITE_LIMIT,
    Caller,
    TooManyTriesError,
    Tries,
)
from app.members.store import MemoryStore
from app.server.compose import compose
from pwa.build.index import write_index
from tests.fakes.patreon import Fake
from tests.support.members import Network, Time, Visit, cookies, query
from tests.support.small_site import lay_out, open_client, reflex

pytestmark = pytest.mark.anyio

PAGES = {"": "<h1>Zpátky z Patreonu</h1>", "/en": "<h1>Back from Patreon</h1>"}
FLOOD = 500
ATTACKER = "198.51.100.66"


@pytest.fixture(scope="module")
def export(tmp_path_factory) -> Export:
    """The small site, with the callback's page."""
    root = lay_out(tmp_path_factory.mktemp("dist") / "site")
    for prefix, text in PAGES.items():
        page = root / f"{prefix[1:] or '.'}/patreon/callback.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text * 50)
    write_index(root, "build-1")
    return Export.load(root)


Comes = Callable[..., Visit]


@pytest.fixture
async def comes(application: ASGIApp, fake: Fake) -> AsyncIterator[Comes]:
    """Makes somebody with a browser of their own, at an address."""
    async with AsyncExitStack() as stack:

        def comes(address: str) -> Visit:
            browser = open_client(application)
            stack.push_async_callback(browser.aclose)
            browser.headers["x-forwarded-for"] = address
            return Visit(browser, fake)

        yield comes


async def makes_one_up(visit: Visit) -> httpx.Response:
    return await visit.returns(state=await visit.leaves(), code="made-up")


def welcome(answer: httpx.Response) -> bool:
    return (answer.status_code, answer.headers.get("location")) == (303, "/patreon/private")


def turned_away(answer: httpx.Response) -> bool:
    return answer.status_code == 429 and "location" not in answer.headers


# The flood of the issue


@pytest.mark.parametrize("disguise", ["one browser", "a new browser each time"])
@pytest.mark.parametrize("newcomers", ["elsewhere", "at the attacker's address, with known browsers"])
async def test_500_made_up_codes_while_ten_people_sign_in(
    comes: Comes, fake: Fake, network: Network, disguise: str, newcomers: str
) -> None:
    fake.switches["patience"] = 60  # then Patreon would refuse everybody
    elsewhere = newcomers == "elsewhere"
    people = [comes(f"203.0.113.{number}" if elsewhere else ATTACKER) for number in range(10)]
    if not elsewhere:
        for each in people:
            assert welcome(await each.signs_in("proof"))
    before = network.asked("/token")
    attacker = comes(ATTACKER)
    attackers = [attacker if disguise == "one browser" else comes(ATTACKER) for _ in range(FLOOD)]
    flood = [asyncio.ensure_future(makes_one_up(each)) for each in attackers]
    sign_ins = [asyncio.ensure_future(each.signs_in("proof")) for each in people]
    assert all(welcome(answer) for answer in await asyncio.gather(*sign_ins))
    answers = await asyncio.gather(*flood)
    assert network.asked("/token") - before <= len(people) + 20
    most = BROWSER_LIMIT.capacity if disguise == "one browser" else ADDRESS_LIMIT.capacity
    assert sum(map(turned_away, answers)) == FLOOD - most
    assert welcome(await comes("203.0.113.99").signs_in("proof")), "and whoever comes after it gets in"


async def test_at_the_address_of_an_attacker_with_one_browser_newcomers_get_in(comes: Comes, network: Network) -> None:
    attacker = comes(ATTACKER)
    flood = [asyncio.ensure_future(makes_one_up(attacker)) for _ in range(FLOOD)]
    people = [asyncio.ensure_future(comes(ATTACKER).signs_in("proof")) for _ in range(10)]
    assert all(welcome(answer) for answer in await asyncio.gather(*people))
    await asyncio.gather(*flood)
    assert network.asked("/token") == 10 + BROWSER_LIMIT.capacity


async def test_codes_without_a_good_state_cost_nobody_anything(comes: Comes, network: Network) -> None:
    stranger = comes(ATTACKER)
    state = await comes(ATTACKER).leaves()
    for number in range(100):
        answer = await stranger.returns(state=(state, "", f"{number}")[number % 3], code="made-up")
        assert query(answer)["problem"] == "forged"
    assert network.asked("/") == 0
    assert welcome(await stranger.signs_in("proof"))


@pytest.mark.parametrize("code", ["", " ", "x" * 513, "a b", "č", "\x00", "a\nb"])
async def test_what_cannot_be_a_code_is_asked_of_nobody(comes: Comes, network: Network, code: str) -> None:
    visit = comes(ATTACKER)
    assert query(await visit.returns(state=await visit.leaves(), code=code)) == {"problem": "used"}
    assert network.asked("/") == 0


# What a refused visitor gets


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
async def test_nothing_is_lost(comes: Comes, fake: Fake, club: Club, time: Time, language) -> None:
    """The page says what is the matter, and the same address lets one in a minute later; who was in stays so."""
    browser = comes(ATTACKER)
    visit = Visit(browser.client, fake, language.prefix)
    await visit.signs_in("edition")
    for _ in range(BROWSER_LIMIT.capacity):
        await makes_one_up(visit)
    params = {"state": await visit.leaves("/patreon/private/8006"), "code": visit.code("proof")}
    for _ in range(3):
        answer = await visit.returns(**params)
        assert answer.status_code == 429 and "set-cookie" not in answer.headers
        assert 0 < int(answer.headers["retry-after"]) <= 60
        assert PAGES[language.prefix] in answer.text and answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-store" and answer.headers["referrer-policy"] == "no-referrer"
        assert "content-security-policy" in answer.headers
    session = await club.session(cookies(visit.client))
    assert session and session.name == "Edvard Král"
    time.passes(int(answer.headers["retry-after"]))
    back = await visit.returns(**params)
    assert back.headers["location"] == "/patreon/private/8006"


async def test_a_program_gets_a_line(comes: Comes) -> None:
    visit = comes(ATTACKER)
    visit.client.headers["accept"] = "application/json"
    for _ in range(BROWSER_LIMIT.capacity):
        await makes_one_up(visit)
    answer = await makes_one_up(visit)
    assert (answer.status_code, answer.text) == (429, BUSY + "\n")


async def test_without_a_build_it_is_a_line_too(settings, club: Club, fake: Fake) -> None:
    async with open_client(compose(settings, None, club, dev=True)(reflex())) as client:
        for _ in range(BROWSER_LIMIT.capacity):
            await makes_one_up(Visit(client, fake))
        answer = await makes_one_up(Visit(client, fake))
        assert (answer.status_code, answer.text) == (429, BUSY + "\n")


@pytest.mark.parametrize("headers", [{"if-none-match": "*"}, {"range": "bytes=0-1"}])
async def test_it_is_never_said_to_be_known(comes: Comes, headers: dict[str, str]) -> None:
    visit = comes(ATTACKER)
    for _ in range(BROWSER_LIMIT.capacity):
        await makes_one_up(visit)
    visit.client.headers.update(headers)
    assert turned_away(await makes_one_up(visit))


# What counts


async def test_real_sign_ins_cost_nothing(comes: Comes, network: Network) -> None:
    visit = comes(ATTACKER)
    for _ in range(3 * ADDRESS_LIMIT.capacity):
        assert welcome(await visit.signs_in("proof"))
    many = [asyncio.ensure_future(comes(ATTACKER).signs_in("proof")) for _ in range(3 * ADDRESS_LIMIT.capacity)]
    assert all(welcome(answer) for answer in await asyncio.gather(*many))


async def test_what_fails_as_patreon_does_counts_as_well(comes: Comes, fake: Fake, network: Network) -> None:
    """Else a Patreon with troubles would get all that a flood brings."""
    fake.switches |= {"broken": 500, "only": "/token"}
    answers = [await makes_one_up(comes(ATTACKER)) for _ in range(ADDRESS_LIMIT.capacity + 5)]
    assert sum(map(turned_away, answers)) == 5 and network.asked("/token") == ADDRESS_LIMIT.capacity


async def test_saying_no_and_coming_back_twice_count_for_nothing(comes: Comes) -> None:
    visit = comes(ATTACKER)
    for _ in range(2 * BROWSER_LIMIT.capacity):
        assert query(await visit.returns(state=await visit.leaves(), error="access_denied"))["problem"] == "denied"
    params = {"state": await visit.leaves(), "code": visit.code("proof")}
    assert welcome(await visit.returns(**params))
    for _ in range(2 * BROWSER_LIMIT.capacity):
        assert query(await visit.returns(**params))["problem"] == "replayed"
    assert welcome(await visit.signs_in("proof"))


async def test_one_state_at_once_is_used_once(comes: Comes, network: Network) -> None:
    visit = comes(ATTACKER)
    params = {"state": await visit.leaves(), "code": visit.code("proof")}
    answers = await asyncio.gather(*(visit.returns(**params) for _ in range(20)))
    assert sum(map(welcome, answers)) == 1 and network.asked("/token") == 1


# The buckets themselves


@pytest.fixture
def counted(time: Time) -> Tries:
    return Tries(MemoryStore(clock=time))


async def fails(counted: Tries, address: str, browser: str = "", *, known: bool = False) -> bool:
    """A try that fails; whether it was allowed."""
    try:
        async with counted.one(Caller(address, browser or f"{address} {asyncio.get_running_loop().time()}", known)):
            raise RuntimeError
    except RuntimeError:
        return True
    except TooManyTriesError:
        return False


async def allowed(counted: Tries, addresses: list[str]) -> int:
    return sum([await fails(counted, address) for address in addresses])


async def test_one_comes_back_every_minute(counted: Tries, time: Time) -> None:
    assert await allowed(counted, ["a"] * 30) == ADDRESS_LIMIT.capacity
    time.passes(ADDRESS_LIMIT.refill_seconds - 1)
    assert not await fails(counted, "a")
    time.passes(1)
    assert await allowed(counted, ["a"] * 30) == 1
    time.passes(ADDRESS_LIMIT.capacity * ADDRESS_LIMIT.refill_seconds)
    assert await allowed(counted, ["a"] * 30) == ADDRESS_LIMIT.capacity


async def test_it_says_how_long_to_wait(counted: Tries, time: Time) -> None:
    await allowed(counted, ["a"] * 30)
    time.passes(ADDRESS_LIMIT.refill_seconds - 7.5)
    with pytest.raises(TooManyTriesError) as refusal:
        async with counted.one(Caller("a", "x", known=False)):
            pytest.fail("it is not begun")
    assert refusal.value.seconds == 8


async def test_the_site_keeps_tries_for_those_who_are_likely_real(counted: Tries) -> None:
    """A botnet takes what it is given: a third of the site's tries by addresses at which others have failed …"""
    herd = [f"h{number}" for number in range(200)]
    taken = await allowed(counted, herd[:4] * ADDRESS_LIMIT.capacity)
    assert taken == SITE_LIMIT.capacity - RESERVED_FOR_KNOWN_BROWSERS - RESERVED_FOR_CLEAN_ADDRESSES
    # … another third by fresh addresses; the last is for browsers with which somebody has signed in before.
    assert await allowed(counted, herd[4:]) == RESERVED_FOR_CLEAN_ADDRESSES
    assert not await fails(counted, "newcomer")
    known = [await fails(counted, "h1", browser=f"b{number}", known=True) for number in range(100)]
    assert sum(known) == RESERVED_FOR_KNOWN_BROWSERS


async def test_a_known_browser_has_a_bucket_of_its_own(counted: Tries) -> None:
    assert await allowed(counted, ["a"] * 30) == ADDRESS_LIMIT.capacity
    assert sum([await fails(counted, "a", browser="b", known=True) for _ in range(20)]) == BROWSER_LIMIT.capacity


async def test_who_is_not_let_in_changes_no_bucket(counted: Tries, time: Time) -> None:
    await allowed(counted, ["a"] * 1000)
    kept = counted._store._kinds  # pyright: ignore[reportAttributeAccessIssue]
    assert {kind: len(keys) for kind, keys in kept.items()} == {
        "tries-browser": ADDRESS_LIMIT.capacity,
        "tries-address": 1,
        "tries-site": 1,
        "doubted": 1,
    }
    time.passes(SITE_LIMIT.refill_seconds * ADDRESS_LIMIT.capacity)
    assert await allowed(counted, ["b"]) == 1


async def test_few_of_an_address_at_once_and_the_others_wait(counted: Tries, monkeypatch) -> None:
    under_way = most = 0
    go_on = asyncio.Event()

    async def signs_in(number: int) -> None:
        nonlocal under_way, most
        async with counted.one(Caller("a", f"b{number}", known=False)):
            under_way += 1
            most = max(most, under_way)
            await go_on.wait()
            under_way -= 1

    people = [asyncio.ensure_future(signs_in(number)) for number in range(4 * MAX_CONCURRENT_TRIES)]
    while under_way < MAX_CONCURRENT_TRIES:
        await asyncio.sleep(0)
    async with counted.one(Caller("b", "elsewhere", known=False)), counted.one(Caller("a", "known", known=True)):
        pass  # nobody else waits for them
    go_on.set()
    await asyncio.gather(*people)
    assert most == MAX_CONCURRENT_TRIES and not counted._lines


async def test_nobody_waits_for_ever(counted: Tries, monkeypatch) -> None:
    monkeypatch.setattr(sign_in_limits, "QUEUE_TIMEOUT_SECONDS", 0.01)
    go_on = asyncio.Event()

    async def signs_in(number: int) -> None:
        async with counted.one(Caller("a", f"b{number}", known=False)):
            await go_on.wait()

    people = [asyncio.ensure_future(signs_in(number)) for number in range(2 * MAX_CONCURRENT_TRIES)]
    late = await asyncio.gather(*people[MAX_CONCURRENT_TRIES:], return_exceptions=True)
    assert all(isinstance(each, TooManyTriesError) for each in late)
    go_on.set()
    await asyncio.gather(*people[:MAX_CONCURRENT_TRIES])


async def test_who_leaves_while_it_is_looked_at_has_tried(counted: Tries) -> None:
    async def leaves() -> None:
        async with counted.one(Caller("a", "b", known=False)):
            await asyncio.Event().wait()

    for _ in range(BROWSER_LIMIT.capacity):
        leaving = asyncio.ensure_future(leaves())
        for _ in range(10):
            await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
    assert not await fails(counted, "a", browser="b") and not counted._lines


def test_figures() -> None:
    """One visitor costs Patreon 20 questions in ten minutes; all that fail, less than it allows a client."""
    assert ADDRESS_LIMIT.capacity + 600 / ADDRESS_LIMIT.refill_seconds <= 20
    assert SITE_LIMIT.capacity + 2 / SITE_LIMIT.refill_seconds < 100
