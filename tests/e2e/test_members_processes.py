"""Several server processes share members' data, even after a restart."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from cryptography.fernet import Fernet
from redis import Redis

from app.folders import ROOT
from tests.fakes import patreon
from tests.fakes.loopback import free_port
from tests.support import redis
from tests.support.apart import run_apart
from tests.support.members_site import session_cookies
from tests.support.server_process import running_server

pytestmark = pytest.mark.mostly_nightly

MAX_SECONDS = 120
"""The maximum time until both processes have imported Reflex and responded."""
KEY = Fernet.generate_key().decode()
POSTS = "/api/oauth2/v2/campaigns/9/posts"
FLOOD_CODES = 100


@contextmanager
def served(root: Path, fake: patreon.Running, **settings: str) -> Iterator[str]:
    port = str(free_port())
    settings |= {**fake.settings, "PORT": port, "SITE_URL": f"http://127.0.0.1:{port}", "SESSION_KEYS": KEY}
    with running_server(ROOT, "tests.support.small_site_server", [str(root)], **settings) as server:
        yield server.url


def ask(url: str, cookies: httpx.Cookies) -> dict:
    answer = httpx.get(url + "/_event/me", cookies=cookies, trust_env=False, verify=False, timeout=30)
    return answer.raise_for_status().json()


def ask_two(url: str, cookies: httpx.Cookies, *, without: int = 0) -> dict[int, dict]:
    """Requests a member's data until two processes have responded. Returns the data, keyed by process ID."""
    known: dict[int, dict] = {}
    end = time.monotonic() + MAX_SECONDS
    while time.monotonic() < end:
        try:
            answer = ask(url, cookies)
        except httpx.HTTPError:
            assert without, "a connection was lost"
            continue
        known[answer.pop("process")] = answer
        if len(known.keys() - {without}) == 2:
            return known
    pytest.fail(f"only {set(known)} have answered")


@pytest.fixture(scope="module")
def pair(root: Path) -> Iterator[tuple[str, redis.Redis, patreon.Running]]:
    with (
        redis.running() as store,
        patreon.running() as fake,
        served(root, fake, WEB_WORKERS="2", REDIS_URL=store.url) as url,
    ):
        yield url, store, fake


@pytest.fixture
def two(pair: tuple[str, redis.Redis, patreon.Running]) -> tuple[str, patreon.Running]:
    url, store, fake = pair
    with Redis.from_url(store.url) as known:
        known.flushall()
    fake.tell(reset=True)
    return url, fake


@pytest.mark.main
def test_two_processes_with_redis(two):
    url, fake = two
    members = {key: session_cookies(url, fake.url, key) for key in ("proof", "archive")}
    names = {"proof": ("Pavla Nováková", ["10150"]), "archive": ("Alena Dvořáková", ["10900"])}
    for key, cookies in members.items():
        name, tiers = names[key]
        known = ask_two(url, cookies)
        assert all(each == {"name": name, "tiers": tiers, "posts": 13} for each in known.values())
    assert fake.asked()[POSTS] == 4, "expected one paginated fetch for both processes"
    assert not any("/members/" in path for path in fake.asked()), "memberships are known since sign-in"

    killed = next(iter(known))
    os.kill(killed, signal.SIGKILL)
    after = ask_two(url, members["proof"], without=killed)
    assert {each["name"] for each in after.values()} == {"Pavla Nováková"}
    assert fake.asked()[POSTS] == 4, "the new process fetched posts again"

    httpx.post(url + "/patreon/logout", cookies=members["proof"], trust_env=False, verify=False, timeout=30)
    assert {each["name"] for each in ask_two(url, members["proof"]).values()} == {None}
    assert {each["name"] for each in ask_two(url, members["archive"]).values()} == {"Alena Dvořáková"}

    person = {"key": "archive", "status": "former_patron", "tiers": []}
    webhook = {"to": url + "/patreon/webhook", "event": "members:update", "person": "archive"}
    assert fake.tell(person=person, webhook=webhook) == {"status": 200}
    assert [each["tiers"] for each in ask_two(url, members["archive"]).values()] == [[], []]


async def _sign_in(url: str, fake: str, address: str, person: str = "") -> httpx.Response:
    """Signs in as `person`, or with an invalid code if `person` is empty. Returns the last response."""
    headers = {"x-forwarded-for": address}
    async with httpx.AsyncClient(trust_env=False, verify=False, timeout=60, headers=headers) as browser:
        away = await browser.get(f"{url}/patreon/login")
        sent = {name: values[0] for name, values in parse_qs(urlsplit(away.headers["location"]).query).items()}
        if not person:
            params = {"state": sent["state"], "code": "made-up"}
            return await browser.get(f"{url}/patreon/callback", params=params)
        agreed = await browser.get(f"{fake}/oauth2/agree", params={**sent, "person": person})
        return await browser.get(agreed.headers["location"])


async def _flood(url: str, fake: str) -> tuple[list[httpx.Response], list[httpx.Response]]:
    """Sends invalid codes from one IP address while ten members sign in."""
    few = asyncio.Semaphore(20)

    async def send_invalid_code() -> httpx.Response:
        async with few:
            return await _sign_in(url, fake, "198.51.100.66")

    flood = [asyncio.ensure_future(send_invalid_code()) for _ in range(FLOOD_CODES)]
    while not any(each.done() for each in flood):
        await asyncio.sleep(0.01)
    people = await asyncio.gather(*(_sign_in(url, fake, f"203.0.113.{n}", f"proof-{n}") for n in range(10)))
    return people, await asyncio.gather(*flood)


def test_invalid_codes_block_nobody_in_any_process(two):
    url, fake = two
    fake.tell(token_limit=60)
    people, flood = run_apart(_flood(url, fake.url))
    assert [answer.headers.get("location") for answer in people] == ["/patreon/private"] * 10
    assert fake.asked()["/api/oauth2/token"] <= 10 + 20
    refused = [answer for answer in flood if answer.status_code == 429]
    assert len(refused) >= FLOOD_CODES - 20 and all(int(answer.headers["retry-after"]) <= 60 for answer in refused)


@dataclass(frozen=True)
class Restarted:
    """The site's data before and after a restart. `asked` is the number of requests for Patreon tokens."""

    names: list[list[str | None]]
    posts: list[int]
    tokens: list[str]
    asked: int


@pytest.fixture(scope="module")
def restarted(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Restarted:
    """Starts the server twice with the same database and an expired creator token."""
    found = Restarted([], [], [], 0)
    with patreon.running() as fake:
        settings = {
            "DATA_DIR": str(tmp_path_factory.mktemp("data")),
            "PATREON_CREATOR_REFRESH_TOKEN": patreon.CREATOR_REFRESH_TOKEN,
        }
        fake.tell(expire=True)
        with served(root, fake, **settings) as url:
            people = [session_cookies(url, fake.url, key) for key in ("proof", "edition", "archive")]
            record(found, url, people)
            for query, cookies in zip(("", "?everywhere"), people, strict=False):
                httpx.post(f"{url}/patreon/logout{query}", cookies=cookies, trust_env=False, verify=False)
        with served(root, fake, **settings) as url:
            record(found, url, people)
        return replace(found, asked=fake.asked()["/api/oauth2/token"])


def record(found: Restarted, url: str, people: list[httpx.Cookies]) -> None:
    known = [ask(url, cookies) for cookies in people]
    found.names.append([each["name"] for each in known])
    found.posts.append(known[-1]["posts"])
    health = httpx.get(url + "/_health", trust_env=False, verify=False).json()
    found.tokens.append(health["creator_token"]["status"])


def test_revoked_sessions_stay_revoked_after_a_restart(restarted: Restarted) -> None:
    before, after = restarted.names
    assert before == ["Pavla Nováková", "Edvard Král", "Alena Dvořáková"]
    assert after == [None, None, "Alena Dvořáková"]


def test_the_creator_s_new_token_survives_a_restart(restarted: Restarted) -> None:
    assert (restarted.posts, restarted.tokens) == ([13, 13], ["up", "up"])
    assert restarted.asked == 3 + 1


def test_members_read_on_without_redis(two, pair):
    """The test runs last, because it stops Redis."""
    url, fake = two
    store = pair[1]
    cookies = session_cookies(url, fake.url, "edition")
    assert all(each["posts"] == 13 for each in ask_two(url, cookies).values())
    store.stop()
    assert {each["name"] for each in ask_two(url, cookies).values()} == {"Edvard Král"}
    assert httpx.get(url + "/about", trust_env=False, verify=False).status_code == 200
    assert session_cookies(url, fake.url, "proof")
