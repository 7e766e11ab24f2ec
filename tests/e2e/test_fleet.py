"""Two servers that share Redis behave like one server behind nginx."""

import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from threading import Event
from urllib.parse import quote, urlsplit

import httpx
import pytest
from cryptography.fernet import Fernet
from playwright.sync_api import expect

from app.folders import ROOT
from app.http.export import Export
from app.i18n import LANGUAGES
from app.members.socket_guard import MAX_SOCKETS_PER_ADDRESS
from app.routes import ROUTES
from builder.inputs import DIST
from tests.fakes import patreon
from tests.fakes.loopback import free_port
from tests.support import redis
from tests.support.apart import run_apart
from tests.support.inquiries import until
from tests.support.member_load import Tab
from tests.support.members_site import MembersSite, cookie_header, session_cookies
from tests.support.nginx import Nginx, running_nginx
from tests.support.pages import SERVED
from tests.support.raw_http import send, status
from tests.support.server_process import Server, running_server
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly

REQUESTS_AFTER_RESTART = 8
"""The number of requests after which nginx has used both servers."""
FLOOD = 300
OWN = {"server", "date", "x-request-id", "connection"}
"""Headers that are allowed to differ between two responses."""
ACCEPTED = ("gzip, deflate, br, zstd", "gzip", "", "br;q=0.1, gzip;q=0.5", "identity;q=0, *")
LANGUAGE = (
    {},
    {"accept-language": "en"},
    {"cookie": "i18n_redirected=en"},
    {"accept-language": "en", "cookie": "i18n_redirected=cs"},
)
ELSEWHERE = (
    "/nope",
    "/en/nope",
    "/nope.js",
    "/About",
    "/ABOUT",
    "/en/About",
    "/about/",
    "/en/about/?a=b",
    "/about?a=b",
    "/about?",
    "/index.html",
    "/nginx.conf",
    "/vouchers/nope",
    "/config.json",
    "/builds/latest.json",
    "/_event",
    "/_event/",
    "/ping",
)
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
        # nginx marks a failed server as healthy only after a completed request. An open websocket does not count.
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
    client.cookies.clear()  # the site renews the language cookie
    with client.stream(method, url, headers=given) as answer:
        body = b"".join(answer.iter_raw())
        return answer.status_code, {name: value for name, value in answer.headers.items() if name not in OWN}, body


def assert_same(client: httpx.Client, site: Fleet, path: str, method: str = "GET", **headers: str) -> Said:
    ours = said(client, site.server.url + path, method, **headers)
    assert said(client, site.url + path, method, **headers) == ours, (method, path, headers)
    return ours


def test_every_page_is_what_our_own_server_answers(site: Fleet, client: httpx.Client) -> None:
    paths = [place.path.replace("[postId]", "8001") for place in SERVED]
    without_desk = [name for name in ROUTES if not name.startswith("desk")]
    assert len(paths) > len(without_desk) * len(LANGUAGES)
    for path, accepted, method in product(paths, ACCEPTED, ("GET", "HEAD")):
        status, headers, _body = assert_same(client, site, path, method, **{"accept-encoding": accepted})
        assert status == 200 and "content-security-policy" in headers


def test_every_file_is_what_our_own_server_answers(site: Fleet, client: httpx.Client) -> None:
    for path in Export.load(DIST / "site").resources:
        status, headers, _body = assert_same(client, site, quote(path), **{"accept-encoding": ACCEPTED[0]})
        is_desk = re.match("(/en)?/desk(/|$)", path)
        assert status == (404 if is_desk else 200), path
        if "accept-ranges" in headers and "pictures" in path and path.endswith("-1.png"):
            assert assert_same(client, site, path, range="bytes=5-9")[0] == 206


def test_conditions_and_ranges_are_answered_as_our_own_server_does(site: Fleet, client: httpx.Client) -> None:
    picture = next(path for path in Export.load(DIST / "site").resources if path.startswith("/pictures/"))
    for path in ("/about", picture):
        etag = assert_same(client, site, path)[1]["etag"]
        assert assert_same(client, site, path, **{"if-none-match": etag})[0] == 304
        assert assert_same(client, site, path, **{"if-none-match": '"other"'})[0] == 200
        assert assert_same(client, site, path, **{"if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT"})[0] == 200
        assert assert_same(client, site, path, **{"if-match": '"other"'})[0] == 200
    assert assert_same(client, site, picture, range="bytes=5-9")[0] == 206
    assert assert_same(client, site, picture, range="bytes=99999999-")[0] == 416
    assert assert_same(client, site, "/about", range="bytes=5-9")[0] == 200


def test_everything_else_is_what_our_own_server_answers(site: Fleet, client: httpx.Client) -> None:
    for path, accept in product(ELSEWHERE, ("text/html", "application/json")):
        assert_same(client, site, path, accept=accept)
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        assert assert_same(client, site, "/about", method)[0] == 405
    for headers in LANGUAGE:
        assert_same(client, site, "/", **headers)
    assert [said(client, f"{site.url}/", **headers)[0] for headers in LANGUAGE] == [200, 302, 302, 200]


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


def test_a_flood_of_websockets_from_one_address(site: Fleet, client: httpx.Client) -> None:
    address = urlsplit(site.server.url)
    handshake = (
        f"GET /_event/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {address.netloc}\r\nOrigin: {site.url}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n"
    )
    cookies = cookie_header(session_cookies(site.url, site.patreon.url, "edition"))
    with ExitStack() as opened:
        flood = [
            opened.enter_context(socket.create_connection((address.hostname or "", address.port or 0), timeout=30))
            for _ in range(FLOOD)
        ]
        for each in flood:
            each.sendall(handshake.encode())
        answers = [each.recv(12) for each in flood]
        assert {*answers} <= {b"HTTP/1.1 101", b"HTTP/1.1 403"}
        accepted = [each for each, answer in zip(flood, answers, strict=True) if answer.endswith(b"101")]
        assert said(client, f"{site.server.url}/about")[0] == 200

        async def reads() -> None:
            tab = await Tab.connect(site.server.url, cookies, site.url)
            assert (await tab.loads(lambda view: view["listed"]))["cards"]
            await tab.close()

        run_apart(reads())

        def is_limited() -> bool:
            accepted[:] = [each for each in accepted if stays_open(each)]
            return len(accepted) <= MAX_SOCKETS_PER_ADDRESS

        until(is_limited, "sockets to be closed")
        assert accepted


def stays_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    said = b""
    try:
        while part := connection.recv(65536):
            said += part
    except BlockingIOError:
        return b"\x88" not in said
    except ConnectionError:
        return False
    return False


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
    # Wait for a successful response, because nginx sometimes tries the killed server again.
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
