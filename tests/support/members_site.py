"""Runs the site with a fake Patreon for browser tests."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
from cryptography.fernet import Fernet
from playwright.sync_api import Page, expect
from redis import Redis

from app.folders import ROOT
from app.i18n import DEFAULT, Language
from app.routes import url_for
from tests.fakes.loopback import free_port
from tests.fakes.patreon import Running, running
from tests.support.server_process import Server, running_server
from tests.support.visitor import Visitor

LIST = "/patreon/private"
OPEN, LOCKED = "8006", "8005"
"""IDs of two posts. All patrons can read `OPEN`, but only the Archive tier can read `LOCKED`."""
SECRET = "Sto dvacet archů s písmenem vzhůru nohama"
"""The first words of the post `OPEN`."""
AGAIN = '() => document.querySelector("#members [role=alert] button[type=button]")?.click()'


@dataclass
class MembersSite:
    server: Server
    patreon: Running
    settings: dict[str, str]

    @property
    def url(self) -> str:
        return self.server.url

    def sign_in(self, guest: Visitor, who: str, path: str = LIST, language: Language = DEFAULT) -> None:
        page, url = guest.page, self.url + language.prefix + path
        page.goto(url)
        page.locator("#members a[href*='/patreon/login?next=']").click()
        page.locator(f"#{who}").click()
        page.wait_for_url(url)
        assert_access(page, "in")

    def open_signed_in(self, guest: Visitor, who: str, path: str = LIST, language: Language = DEFAULT) -> None:
        self.add_session(guest, who)
        guest.page.goto(self.url + language.prefix + path)
        assert_access(guest.page, "in")

    def add_session(self, guest: Visitor, who: str) -> None:
        cookies = session_cookies(self.url, self.patreon.url, who)
        guest.page.context.add_cookies(
            [{"name": name, "value": value, "url": self.url} for name, value in cookies.items()]
        )

    def retry_until(self, guest: Visitor, selector: str, count: int) -> None:
        def tried() -> bool:
            guest.page.evaluate(AGAIN)  # finds and clicks in one step, because the button may disappear
            return guest.page.locator(selector).count() == count

        guest.poll(tried, f"{count} of {selector}")

    def send_posts_webhook(self) -> None:
        webhook = {"to": f"{self.url}/patreon/webhook", "event": "posts:update", "post": "8006"}
        assert self.patreon.tell(webhook=webhook) == {"status": 200}

    def clear_cache(self, *kinds: str) -> None:
        with Redis.from_url(self.settings["REDIS_URL"]) as known:
            for kind in kinds or ("",):
                for key in known.scan_iter(f"otisk:members:*:{kind}*"):  # pyright: ignore
                    known.delete(key)


def session_cookies(site: str, patreon: str, who: str) -> httpx.Cookies:
    target, cookies = sign_in_without_browser(site, patreon, who)
    assert target == LIST, target
    return cookies


def cookie_header(cookies: Mapping[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def sign_in_without_browser(site: str, patreon: str, who: str, address: str = "127.0.0.1") -> tuple[str, httpx.Cookies]:
    options: dict[str, Any] = {
        "headers": {"x-forwarded-for": address},
        "trust_env": False,
        "verify": False,
        "timeout": 30,
    }
    with httpx.Client(**options) as browser:
        away = browser.get(f"{site}/patreon/login")
        query = {name: values[0] for name, values in parse_qs(urlsplit(away.headers["location"]).query).items()}
        agreed = browser.get(f"{patreon}/oauth2/agree", params={**query, "person": who})
        with httpx.Client(**options, cookies=browser.cookies) as other_connection:
            back = other_connection.get(agreed.headers["location"])
            return back.headers["location"], httpx.Cookies(other_connection.cookies)


@contextmanager
def members_site(**settings: str) -> Iterator[MembersSite]:
    port = str(free_port())
    keys = Fernet.generate_key().decode()
    with TemporaryDirectory() as folder, running() as patreon:
        own = {
            "PORT": port,
            "SITE_URL": f"http://127.0.0.1:{port}",
            "SESSION_KEYS": keys,
            "DATA_DIR": str(folder),
            **settings,
        }
        with running_server(ROOT, **{**patreon.settings, **own}) as server:
            server.wait_until_members_are_up()
            yield MembersSite(server, patreon, own)


def assert_access(page: Page, is_now: str) -> None:
    expect(page.locator("#members")).to_have_attribute("data-access", is_now)


def post(number: str, language: Language = DEFAULT) -> str:
    return url_for("patreon-private-post", language, postId=number)


def cookies_of(page: Page) -> dict[str, str]:
    return {cookie.get("name", ""): cookie.get("value", "") for cookie in page.context.cookies()}


def sign_out(page: Page) -> None:
    page.locator("form[action$='/patreon/logout'] button:not([formaction])").click()


ALL = {str(number) for number in range(8001, 8014)}
PROOF = ALL - {"8003", "8005", "8008", "8009", "8013"}
EDITION = ALL - {"8005", "8009"}
READABLE = {
    "proof": PROOF,
    "edition": EDITION,
    "archive": ALL,
    "declined": {"8001"},
    "former": {"8001"},
    "free": {"8001", "8010"},
    "never": {"8001"},
    "neighbour": {"8001"},
    "creator": ALL,
}
