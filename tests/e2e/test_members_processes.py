import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from cryptography.fernet import Fernet

from tests.fakes import patreon
from tests.fakes.loopback import free_port
from tests.support import redis
from tests.support.members_site import session_cookies
from tests.support.server_process import running_small_site

pytestmark = pytest.mark.nightly

MAX_SECONDS = 120
"""The maximum time until both processes have imported Reflex and responded."""
POSTS = "/api/oauth2/v2/campaigns/9/posts"


def ask(url: str, cookies: httpx.Cookies) -> dict:
    answer = httpx.get(url + "/_event/me", cookies=cookies, trust_env=False, verify=False, timeout=30)
    return answer.raise_for_status().json()


def ask_two(url: str, cookies: httpx.Cookies, *, without: int = 0) -> dict[int, dict]:
    """Returns the responses of two processes, keyed by process ID."""
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
    port = str(free_port())
    own = {"PORT": port, "SITE_URL": f"http://127.0.0.1:{port}", "SESSION_KEYS": Fernet.generate_key().decode()}
    with redis.running() as store, patreon.running() as fake:
        settings = {**fake.settings, **own, "WEB_WORKERS": "2", "REDIS_URL": store.url}
        with running_small_site(root, **settings) as server:
            yield server.url, store, fake


def test_two_processes_with_redis(pair):
    url, _, fake = pair
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


def test_members_read_on_without_redis(pair):
    """The test runs last, because it stops Redis."""
    url, store, fake = pair
    cookies = session_cookies(url, fake.url, "edition")
    assert all(each["posts"] == 13 for each in ask_two(url, cookies).values())
    store.stop()
    assert {each["name"] for each in ask_two(url, cookies).values()} == {"Edvard Král"}
    assert httpx.get(url + "/about", trust_env=False, verify=False).status_code == 200
    assert session_cookies(url, fake.url, "proof")
