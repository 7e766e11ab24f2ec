from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Event

import httpx
import pytest
from cryptography.fernet import Fernet
from playwright.sync_api import expect

from app.folders import ROOT
from app.http.export import Export
from builder.inputs import DIST
from tests.fakes import patreon
from tests.fakes.loopback import free_port
from tests.support import redis
from tests.support.members_site import MembersSite
from tests.support.nginx import Nginx, running_nginx
from tests.support.raw_http import send, status
from tests.support.server_process import Server, running_server
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly

REQUESTS_AFTER_RESTART = 8
"""The number of requests after which nginx has used both servers."""
OWN = {"server", "date", "x-request-id", "connection"}
"""Headers that may differ between responses."""
HOSTILE = (
    b"/..",
    b"/../nginx.conf",
    b"/%2e%2e/nginx.conf",
    b"/site/../nginx.conf",
    b"/x/../about",
    b"/./about",
    b"//about",
    b"/%61bout",
    b"/about%00",
    b"/about%0d%0aSet-Cookie:%20a=b",
    b"/..%2fnginx.conf",
    b"/about\\",
    b"/about#part",
    b"/\xff",
    b"/%",
    b"//evil.test/",
    b"/" + b"a" * 3000,
    b"/" + b"%61" * 3000,
    b"/about?" + b"a" * 9000,
    b"/nope/../about",
    b"/_event/../about",
    b"http://evil.test/about",
    b"*",
    b"about",
)


@dataclass
class Fleet(MembersSite):
    front: Nginx
    store: redis.Redis
    servers: list[Server]

    @property
    def url(self) -> str:
        return self.front.url

    def restart(self, number: int) -> None:
        self.servers[number].start()
        self.servers[number].wait_until_members_are_up()
        # Send HTTP requests, because nginx marks a failed server as healthy only after a completed HTTP request. A
        # websocket does not count.
        with httpx.Client(base_url=self.url, trust_env=False, verify=False) as client:
            for _ in range(REQUESTS_AFTER_RESTART):
                client.get("/config.json")


@pytest.fixture(scope="module")
def site(built: None) -> Iterator[Fleet]:
    with ExitStack() as stack:
        store, fake = stack.enter_context(redis.running()), stack.enter_context(patreon.running())
        port = free_port()
        own = {
            "SITE_URL": f"http://127.0.0.1:{port}",
            "SESSION_KEYS": Fernet.generate_key().decode(),
            "REDIS_URL": store.url,
        }
        servers = [stack.enter_context(running_server(ROOT, **{**fake.settings, **own})) for _ in range(2)]
        for server in servers:
            server.wait_until_members_are_up()
        front = stack.enter_context(running_nginx(*(server.url for server in servers), port=port))
        yield Fleet(servers[0], fake, own, front, store, servers)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client(trust_env=False, verify=False, timeout=30) as client:
        yield client


Said = tuple[int, dict[str, str], bytes]


def said(client: httpx.Client, url: str, method: str = "GET", **headers: str) -> Said:
    given = {"accept-encoding": "", "accept": "text/html", **headers}
    client.cookies.clear()  # deletes the language cookie that an earlier response has set
    with client.stream(method, url, headers=given) as answer:
        body = b"".join(answer.iter_raw())
        return answer.status_code, {name: value for name, value in answer.headers.items() if name not in OWN}, body


def assert_same(client: httpx.Client, site: Fleet, path: str, method: str = "GET", **headers: str) -> Said:
    ours = said(client, site.server.url + path, method, **headers)
    assert said(client, site.url + path, method, **headers) == ours, (method, path, headers)
    return ours


def test_answers_are_those_of_our_own_server(site: Fleet, client: httpx.Client) -> None:
    picture = next(path for path in Export.load(DIST / "site").resources if path.startswith("/pictures/"))
    samples: tuple[tuple[str, str, dict[str, str], int], ...] = (
        ("GET", "/", {}, 200),
        ("GET", "/", {"accept-language": "en"}, 302),
        ("GET", "/about", {"accept-encoding": "gzip, deflate, br, zstd"}, 200),
        ("HEAD", "/en/about?a=b", {"accept-encoding": "br;q=0.1, gzip;q=0.5"}, 200),
        ("GET", "/about/", {}, 308),
        ("POST", "/about", {}, 405),
        ("GET", "/patreon/private/8001", {}, 200),
        ("GET", "/nope", {}, 404),
        ("GET", "/nope", {"accept": "application/json"}, 404),
        ("GET", "/config.json", {}, 200),
        ("GET", picture, {"range": "bytes=5-9"}, 206),
        ("GET", picture, {"range": "bytes=99999999-"}, 416),
    )
    for method, path, headers, code in samples:
        assert assert_same(client, site, path, method, **headers)[0] == code, path
    etag = assert_same(client, site, picture)[1]["etag"]
    assert assert_same(client, site, picture, **{"if-none-match": etag})[0] == 304


@pytest.mark.parametrize("target", HOSTILE, ids=repr)
def test_hostile_targets(site: Fleet, target: bytes) -> None:
    ours, through = (
        send(port, b"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % (target, port))
        for port in (site.server.port, site.front.port)
    )
    assert status(through) == status(ours) or status(through) == 400, (ours, through)
    if status(through) == status(ours) == 200:
        assert through.partition(b"\r\n\r\n")[2] == ours.partition(b"\r\n\r\n")[2]
    assert b"otisk_" not in through and b"\r\nset-cookie" not in through.lower()


def test_readers_notice_nothing_when_a_server_dies(site: Fleet) -> None:
    over, answers = Event(), []

    def reads() -> None:
        with httpx.Client(base_url=site.url, trust_env=False, verify=False, timeout=30) as client:
            while not over.is_set():
                answers.extend(client.get(path).status_code for path in ("/", "/pricing?passed=on", "/about"))

    with ThreadPoolExecutor(4) as pool:
        reading = [pool.submit(reads) for _ in range(4)]
        while len(answers) < 200:
            over.wait(0.01)
        site.servers[1].kill()
        last = len(answers)
        while len(answers) < last + 200:
            over.wait(0.01)
        over.set()
        for each in reading:
            each.result(timeout=30)
    assert set(answers) == {200}


def test_a_tab_survives_the_death_of_each_server_and_of_redis(
    site: Fleet, guest: Visitor, client: httpx.Client
) -> None:
    page = guest.page
    if site.servers[1].process.poll() is None:
        site.servers[1].kill()
    site.open_signed_in(guest, "edition")
    expect(page.locator("#posts > li")).to_have_count(10)
    site.restart(1)
    assert len(guest.sockets) == 1
    site.servers[0].kill()
    page.locator("a[href='/patreon/private/8006']").click()
    expect(page.locator(".letter")).to_contain_text("Sto dvacet archů", timeout=60_000)
    page.get_by_role("link", name="Všechny příspěvky").first.click()
    expect(page.locator("#posts > li").nth(9)).to_be_visible()
    assert len(guest.sockets) > 1, "the tab has not connected to the other server"
    site.store.stop()
    site.store.start()
    # Wait, because nginx sometimes tries the killed server again.
    guest.poll(lambda: said(client, f"{site.url}/config.json")[0] == 200, "nginx to use the other server")
    page.reload()
    expect(page.locator("#posts > li").nth(9)).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Spojení s dílnou se přerušilo.")).to_be_hidden()


def test_without_any_server_nginx_says_so(site: Fleet, client: httpx.Client) -> None:
    """This test runs last, because it kills all servers."""
    for server in site.servers:
        if server.process.poll() is None:
            server.kill()
    for path in ("/about", "/config.json"):
        status, headers, body = said(client, site.url + path)
        assert (status, headers["content-type"]) == (502, "text/html")
        assert b"Bad Gateway" in body and b"nginx/" not in body
