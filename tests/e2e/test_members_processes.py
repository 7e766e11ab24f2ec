"""Several processes behind one port, and one after the other: what one knows of members, all know, and nobody is lost
with one of them."""

import asyncio
import os
import signal
import subprocess
import sys
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
from tests.support.members_site import session_cookies

MAX_REQUESTS = 200
"""So many requests, each on a new connection, reach every process."""
KEY = Fernet.generate_key().decode()
POSTS = "/api/oauth2/v2/campaigns/9/posts"
FLOOD_CODES = 100
"""So many made-up codes are far more than Patreon looks at before it refuses everybody."""


@contextmanager
def served(root: str, store: redis.Redis, fake: patreon.Running) -> Iterator[str]:
    """The small site with its members, served by two processes; its address."""
    with _served(root, fake, {"WEB_WORKERS": "2", "REDIS_URL": store.url}) as url:
        yield url


@contextmanager
def served_alone(root: str, database: Path, fake: patreon.Running) -> Iterator[str]:
    """The same, served by one process without Redis, which keeps in `database` what has to be kept."""
    with _served(
        root, fake, {"DATABASE_FILE": str(database), "PATREON_CREATOR_REFRESH_TOKEN": patreon.CREATOR_REFRESH_TOKEN}
    ) as url:
        yield url


@contextmanager
def _served(root: str, fake: patreon.Running, settings: dict[str, str]) -> Iterator[str]:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    own = {"HOST": "127.0.0.1", "PORT": str(port), "SITE_URL": url, "SESSION_KEYS": KEY}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.small_site_server", root],
        cwd=ROOT,
        env={**os.environ, **own, **fake.settings, **settings},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout and url in process.stdout.readline()
        yield url
    finally:
        process.terminate()
        process.communicate(timeout=30)


def ask(url: str, cookies: httpx.Cookies) -> dict:
    """What one of the processes knows of the person with these cookies; it may be any of them."""
    answer = httpx.get(url + "/_event/me", cookies=cookies, trust_env=False, verify=False, timeout=30)
    return answer.raise_for_status().json()


def ask_two(url: str, cookies: httpx.Cookies, *, without: int = 0) -> dict[int, dict]:
    """The same of two processes, by their ids."""
    known: dict[int, dict] = {}
    for _ in range(MAX_REQUESTS):
        try:
            answer = ask(url, cookies)
        except httpx.HTTPError:
            assert without, "no connection may be lost"  # it was the one of the process that was killed
            continue
        known[answer.pop("process")] = answer
        if len(known.keys() - {without}) == 2:
            return known
    pytest.fail(f"only {set(known)} have answered")


@pytest.fixture(scope="module")
def pair(root: Path) -> Iterator[tuple[str, redis.Redis, patreon.Running]]:
    """Two processes for several tests: their address, their Redis and their Patreon."""
    with redis.running() as store, patreon.running() as fake, served(str(root), store, fake) as url:
        yield url, store, fake


@pytest.fixture
def two(pair: tuple[str, redis.Redis, patreon.Running]) -> tuple[str, patreon.Running]:
    """The same, as they were at the start: all that they know is in Redis."""
    url, store, fake = pair
    with Redis.from_url(store.url) as known:
        known.flushall()
    fake.tell(reset=True)
    return url, fake


def test_two_processes_with_redis(two):
    url, fake = two
    members = {key: session_cookies(url, fake.url, key) for key in ("proof", "archive")}
    names = {"proof": ("Pavla Nováková", ["10150"]), "archive": ("Alena Dvořáková", ["10900"])}
    for key, cookies in members.items():
        name, tiers = names[key]
        known = ask_two(url, cookies)
        assert all(each == {"name": name, "tiers": tiers, "posts": 13} for each in known.values())
    assert fake.asked()[POSTS] == 4, "one fetch, in pages, for both processes"
    assert not any("/members/" in path for path in fake.asked()), "what signing in has told one, both know"

    killed = next(iter(known))
    os.kill(killed, signal.SIGKILL)
    after = ask_two(url, members["proof"], without=killed)
    assert {each["name"] for each in after.values()} == {"Pavla Nováková"}
    assert fake.asked()[POSTS] == 4, "the new process has what the old one knew"

    httpx.post(url + "/patreon/logout", cookies=members["proof"], trust_env=False, verify=False, timeout=30)
    assert {each["name"] for each in ask_two(url, members["proof"]).values()} == {None}
    assert {each["name"] for each in ask_two(url, members["archive"]).values()} == {"Alena Dvořáková"}

    person = {"key": "archive", "status": "former_patron", "tiers": []}
    webhook = {"to": url + "/patreon/webhook", "event": "members:update", "person": "archive"}
    assert fake.tell(person=person, webhook=webhook) == {"status": 200}
    assert [each["tiers"] for each in ask_two(url, members["archive"]).values()] == [[], []]


async def _tries(url: str, fake: str, address: str, person: str = "") -> httpx.Response:
    """Somebody comes back from Patreon: as a person, or without one with a made-up code."""
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
    """Made-up codes of one visitor, who is taken for a new one each time, while ten people sign in."""
    few = asyncio.Semaphore(20)

    async def makes_one_up() -> httpx.Response:
        async with few:
            return await _tries(url, fake, "198.51.100.66")

    flood = [asyncio.ensure_future(makes_one_up()) for _ in range(FLOOD_CODES)]
    while not any(each.done() for each in flood):
        await asyncio.sleep(0.01)
    people = await asyncio.gather(*(_tries(url, fake, f"203.0.113.{n}", f"proof-{n}") for n in range(10)))
    return people, await asyncio.gather(*flood)


def test_made_up_codes_stop_nobody_in_any_process(two):
    url, fake = two
    fake.tell(patience=60)  # then Patreon would refuse everybody
    people, flood = asyncio.run(_flood(url, fake.url))
    assert [answer.headers.get("location") for answer in people] == ["/patreon/private"] * 10
    assert fake.asked()["/api/oauth2/token"] <= 10 + 20
    refused = [answer for answer in flood if answer.status_code == 429]
    assert len(refused) >= FLOOD_CODES - 20 and all(int(answer.headers["retry-after"]) <= 60 for answer in refused)


@dataclass(frozen=True)
class Restarted:
    """What is known before a restart and after it: the names of who signed out, who did so everywhere, and who stays;
    how many posts; how the creator's token stands. And how often Patreon was asked for a token."""

    names: list[list[str | None]]
    posts: list[int]
    tokens: list[str]
    asked: int


@pytest.fixture(scope="module")
def restarted(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Restarted:
    """One server after another on the same database. Patreon takes no token of the creator's but the one that a refresh
    gives, which nobody puts into the settings."""
    database = tmp_path_factory.mktemp("kept") / "site.db"
    found = Restarted([], [], [], 0)
    with patreon.running() as fake:
        fake.tell(expire=True)
        with served_alone(str(root), database, fake) as url:
            people = [session_cookies(url, fake.url, key) for key in ("proof", "edition", "archive")]
            notes(found, url, people)
            for query, cookies in zip(("", "?everywhere"), people, strict=False):
                httpx.post(f"{url}/patreon/logout{query}", cookies=cookies, trust_env=False, verify=False)
        with served_alone(str(root), database, fake) as url:
            notes(found, url, people)
        return replace(found, asked=fake.asked()["/api/oauth2/token"])


def notes(found: Restarted, url: str, people: list[httpx.Cookies]) -> None:
    known = [ask(url, cookies) for cookies in people]
    found.names.append([each["name"] for each in known])
    found.posts.append(known[-1]["posts"])
    health = httpx.get(url + "/_health", trust_env=False, verify=False).json()
    found.tokens.append(health["creator_token"]["status"])


def test_who_signed_out_stays_so_after_a_restart(restarted: Restarted) -> None:
    before, after = restarted.names
    assert before == ["Pavla Nováková", "Edvard Král", "Alena Dvořáková"]
    assert after == [None, None, "Alena Dvořáková"]


def test_the_creator_s_new_token_survives_a_restart(restarted: Restarted) -> None:
    assert (restarted.posts, restarted.tokens) == ([13, 13], ["up", "up"])
    assert restarted.asked == 3 + 1, "three have signed in, and one token was refreshed"


def test_redis_goes(two, pair):
    """Members read on, and public pages are served as before. The last test of these two processes."""
    url, fake = two
    store = pair[1]
    cookies = session_cookies(url, fake.url, "edition")
    assert all(each["posts"] == 13 for each in ask_two(url, cookies).values())
    store.stop()
    assert {each["name"] for each in ask_two(url, cookies).values()} == {"Edvard Král"}
    assert httpx.get(url + "/about", trust_env=False, verify=False).status_code == 200
    assert session_cookies(url, fake.url, "proof")
