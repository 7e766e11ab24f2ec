"""Sign-in attempts are limited. An invalid code counts only towards the sender's own limit."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import httpx
import pytest
from starlette.types import ASGIApp

from app.http.export import Export
from app.i18n import Language
from app.members import sign_in_limits
from app.members.club import Club
from app.members.endpoints import BUSY
from app.members.sign_in_limits import ADDRESS_LIMITS, BROWSER_LIMIT, EXCHANGE_LIMIT
from app.members.store import Limit
from builder.index import write_index
from tests.fakes.patreon import Fake
from tests.support.clock import Clock
from tests.support.languages import BOTH
from tests.support.members import Network, Visit, cookies, query
from tests.support.small_site import lay_out, open_client

pytestmark = pytest.mark.anyio


PAGES = {"": "<h1>Zpátky z Patreonu</h1>", "/en": "<h1>Back from Patreon</h1>"}
FLOOD = 80
ATTACKER = "198.51.100.66"


@pytest.fixture(autouse=True)
def exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in_limits, "EXCHANGE_LIMIT", Limit(1000, 1))


@pytest.fixture(scope="module")
def export(tmp_path_factory) -> Export:
    """The small test site plus the page to which Patreon redirects."""
    root = lay_out(tmp_path_factory.mktemp("dist") / "site")
    for prefix, text in PAGES.items():
        page = root / f"{prefix[1:] or '.'}/patreon/callback.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text * 50)
    write_index(root, "build-1")
    return Export.load(root)


NewVisitor = Callable[..., Visit]


@pytest.fixture
async def new_visitor(application: ASGIApp, fake: Fake) -> AsyncIterator[NewVisitor]:
    async with AsyncExitStack() as stack:

        def new_visitor(address: str) -> Visit:
            browser = open_client(application)
            stack.push_async_callback(browser.aclose)
            browser.headers["x-forwarded-for"] = address
            return Visit(browser, fake)

        yield new_visitor


async def send_invalid_code(visit: Visit) -> httpx.Response:
    return await visit.returns(state=await visit.leaves(), code="made-up")


def is_signed_in(answer: httpx.Response) -> bool:
    return (answer.status_code, answer.headers.get("location")) == (303, "/patreon/private")


def is_limited(answer: httpx.Response) -> bool:
    return answer.status_code == 429 and "location" not in answer.headers


@pytest.mark.parametrize("browsers", ["one browser", "a new browser each time"])
@pytest.mark.parametrize("newcomers", ["elsewhere", "at the attacker's address, with known browsers"])
async def test_a_flood_of_made_up_codes_while_ten_people_sign_in(
    new_visitor: NewVisitor, fake: Fake, network: Network, browsers: str, newcomers: str
) -> None:
    fake.switches["token_limit"] = 60  # after 60 codes, the fake Patreon rejects further codes
    elsewhere = newcomers == "elsewhere"
    people = [new_visitor(f"203.0.113.{number}" if elsewhere else ATTACKER) for number in range(10)]
    if not elsewhere:
        for each in people:
            assert is_signed_in(await each.signs_in("proof"))
    before = network.asked("/token")
    attacker = new_visitor(ATTACKER)
    attackers = [attacker if browsers == "one browser" else new_visitor(ATTACKER) for _ in range(FLOOD)]
    flood = [asyncio.ensure_future(send_invalid_code(each)) for each in attackers]
    sign_ins = [asyncio.ensure_future(each.signs_in("proof")) for each in people]
    assert all(is_signed_in(answer) for answer in await asyncio.gather(*sign_ins))
    answers = await asyncio.gather(*flood)
    assert network.asked("/token") - before <= len(people) + 20
    most = BROWSER_LIMIT.capacity if browsers == "one browser" else ADDRESS_LIMITS[0].capacity
    assert sum(map(is_limited, answers)) == FLOOD - most
    assert is_signed_in(await new_visitor("203.0.113.99").signs_in("proof")), "later visitors sign in"


async def test_codes_without_a_valid_state_do_not_count(new_visitor: NewVisitor, network: Network) -> None:
    stranger = new_visitor(ATTACKER)
    state = await new_visitor(ATTACKER).leaves()
    for number in range(100):
        answer = await stranger.returns(state=(state, "", f"{number}")[number % 3], code="made-up")
        assert query(answer)["problem"] == ("cookies", "forged", "forged")[number % 3]
    assert network.asked("/") == 0
    assert is_signed_in(await stranger.signs_in("proof"))


@pytest.mark.parametrize("code", ["", " ", "x" * 513, "a b", "č", "\x00", "a\nb"])
async def test_malformed_codes_are_not_sent_to_patreon(new_visitor: NewVisitor, network: Network, code: str) -> None:
    visit = new_visitor(ATTACKER)
    assert query(await visit.returns(state=await visit.leaves(), code=code)) == {"problem": "used"}
    assert network.asked("/") == 0


@pytest.mark.parametrize("language", BOTH, ids=lambda language: language.code)
async def test_a_limited_sign_in_can_be_repeated_later(
    new_visitor: NewVisitor, fake: Fake, club: Club, time: Clock, language
) -> None:
    browser = new_visitor(ATTACKER)
    visit = Visit(browser.client, fake, language.prefix)
    await visit.signs_in("edition")
    for _ in range(BROWSER_LIMIT.capacity):
        await send_invalid_code(visit)
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


@pytest.mark.parametrize("language", BOTH, ids=lambda language: language.code)
@pytest.mark.parametrize("next", [None, "/patreon/private/8006"])
async def test_a_limited_sign_in_can_be_repeated_in_the_other_language(
    new_visitor: NewVisitor, fake: Fake, time: Clock, language: Language, next: str | None
) -> None:
    visit = Visit(new_visitor(ATTACKER).client, fake, language.prefix)
    for _ in range(BROWSER_LIMIT.capacity):
        await send_invalid_code(visit)
    params = {"state": await visit.leaves(next), "code": visit.code("proof")}
    answer = await visit.returns(**params)
    assert answer.status_code == 429
    time.passes(int(answer.headers["retry-after"]))
    [other] = (each for each in BOTH if each != language)
    back = await Visit(visit.client, fake, other.prefix).returns(**params)
    assert back.headers["location"] == (next or f"{language.prefix}/patreon/private")


async def test_a_program_gets_plain_text(new_visitor: NewVisitor) -> None:
    visit = new_visitor(ATTACKER)
    visit.client.headers["accept"] = "application/json"
    for _ in range(BROWSER_LIMIT.capacity):
        await send_invalid_code(visit)
    answer = await send_invalid_code(visit)
    assert (answer.status_code, answer.text) == (429, BUSY + "\n")


@pytest.mark.parametrize("headers", [{"if-none-match": "*"}, {"range": "bytes=0-1"}])
async def test_conditional_requests_get_a_429_too(new_visitor: NewVisitor, headers: dict[str, str]) -> None:
    visit = new_visitor(ATTACKER)
    for _ in range(BROWSER_LIMIT.capacity):
        await send_invalid_code(visit)
    visit.client.headers.update(headers)
    assert is_limited(await send_invalid_code(visit))


async def test_codes_that_were_collected_do_not_reach_patreon_at_once(
    new_visitor: NewVisitor, network: Network, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in_limits, "EXCHANGE_LIMIT", EXCHANGE_LIMIT)
    monkeypatch.setattr(sign_in_limits, "QUEUE_TIMEOUT_SECONDS", 0.001)
    visit = new_visitor(ATTACKER)
    collected = [{"state": await visit.leaves(), "code": visit.code("proof")} for _ in range(100)]
    answers = [await visit.returns(**params) for params in collected]
    attempts = 1 + EXCHANGE_LIMIT.capacity  # after its first sign-in, the browser counts towards another limit
    assert network.asked("/token") == sum(map(is_signed_in, answers)) == attempts
    assert is_limited(answers[-1])
    time.passes(10)
    assert is_signed_in(await visit.returns(**collected[-1])), "a code that had to wait is still valid"


async def test_failures_of_patreon_count(new_visitor: NewVisitor, fake: Fake, network: Network) -> None:
    """Attempts count towards the limit even while Patreon is down, because retries would slow Patreon's recovery."""
    fake.switches |= {"broken": 500, "only": "/token"}
    answers = [await send_invalid_code(new_visitor(ATTACKER)) for _ in range(ADDRESS_LIMITS[0].capacity + 5)]
    assert sum(map(is_limited, answers)) == 5 and network.asked("/token") == ADDRESS_LIMITS[0].capacity


async def test_denials_and_replays_do_not_count(new_visitor: NewVisitor) -> None:
    visit = new_visitor(ATTACKER)
    for _ in range(2 * BROWSER_LIMIT.capacity):
        assert query(await visit.returns(state=await visit.leaves(), error="access_denied"))["problem"] == "denied"
    params = {"state": await visit.leaves(), "code": visit.code("proof")}
    assert is_signed_in(await visit.returns(**params))
    for _ in range(2 * BROWSER_LIMIT.capacity):
        assert query(await visit.returns(**params))["problem"] == "replayed"
    assert is_signed_in(await visit.signs_in("proof"))


async def test_concurrent_uses_of_a_state_succeed_once(new_visitor: NewVisitor, network: Network) -> None:
    visit = new_visitor(ATTACKER)
    params = {"state": await visit.leaves(), "code": visit.code("proof")}
    answers = await asyncio.gather(*(visit.returns(**params) for _ in range(20)))
    assert sum(map(is_signed_in, answers)) == 1 and network.asked("/token") == 1
