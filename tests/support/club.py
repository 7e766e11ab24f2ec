"""The site with a fake Patreon, so that visitors can sign in."""

from collections.abc import Iterator
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
from tests.fakes.loopback import free_port
from tests.fakes.patreon import Running, running
from tests.support import redis
from tests.support.server_process import Server
from tests.support.visitor import Visitor

LIST = "/patreon/private"
AGAIN = '() => document.querySelector("#members [role=alert] button[type=button]")?.click()'
"""Clicks on "try again", if the page offers it."""


@dataclass
class ClubSite:
    """The site's server, its Patreon, and its own settings."""

    server: Server
    patreon: Running
    settings: dict[str, str]

    @property
    def url(self) -> str:
        """The site's origin."""
        return self.server.url

    @contextmanager
    def gone(self) -> Iterator[None]:
        """Stops the server during the block, then starts another one with the same sessions."""
        self.server.stop()
        try:
            yield
        finally:
            self.server = Server(ROOT, **{**self.patreon.settings, **self.settings})
            self.server.wait_until_members_are_up()

    def goes(self, page: Page, who: str, path: str = LIST, language: Language = DEFAULT) -> None:
        """Loads a members' page, follows the sign-in link, and at Patreon signs in as `who`, or denies access."""
        page.goto(self.url + language.prefix + path)
        page.locator("#members a[href*='/patreon/login?next=']").click()
        page.locator(f"#{who}").click()

    def sign_in(self, guest: Visitor, who: str, path: str = LIST, language: Language = DEFAULT) -> None:
        """Signs in successfully: back on the page where it began, with its content shown."""
        self.goes(guest.page, who, path, language)
        guest.page.wait_for_url(self.url + language.prefix + path)
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "in")

    def shows(self, guest: Visitor, who: str, path: str = LIST, language: Language = DEFAULT) -> None:
        """Opens a page with a session, for tests that do not cover signing in."""
        self.lets_in(guest, who)
        guest.page.goto(self.url + language.prefix + path)
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "in")

    def lets_in(self, guest: Visitor, who: str) -> None:
        """Gives the visitor's browser a session of `who` without loading a members' page."""
        cookies = signed_in(self.url, self.patreon.url, who)
        guest.page.context.add_cookies(
            [{"name": name, "value": value, "url": self.url} for name, value in cookies.items()]
        )

    def comes_up(self, guest: Visitor, selector: str, count: int) -> None:
        """Clicks on "try again" until `count` elements match `selector`."""

        def tried() -> bool:
            guest.page.evaluate(AGAIN)  # found and clicked in one go: the answer takes it off the page
            return guest.page.locator(selector).count() == count

        guest.poll(tried, f"{count} of {selector}")

    def hears_of_other_posts(self) -> None:
        """Sends a webhook that posts have changed, which outdates the cached ones."""
        webhook = {"to": f"{self.url}/patreon/webhook", "event": "posts:update", "post": "8006"}
        assert self.patreon.tell(webhook=webhook) == {"status": 200}

    def forgets(self, *kinds: str) -> None:
        """Deletes the store's entries of these kinds (`app.members.store`), or all of them, as if they had expired. For
        a site with Redis."""
        with Redis.from_url(self.settings["REDIS_URL"]) as known:
            for kind in kinds or ("",):
                for key in known.scan_iter(f"otisk:members:*:{kind}*"):  # pyright: ignore
                    known.delete(key)

    def rests_no_longer(self) -> None:
        """Ends the site's backoffs after a failure of Patreon."""
        self.forgets("posts-pause", "patreon-rests")


def signed_in(site: str, patreon: str, who: str) -> httpx.Cookies:
    """Signs in without a browser; the cookies."""
    target, cookies = comes_back(site, patreon, who)
    assert target == LIST, target
    return cookies


def comes_back(site: str, patreon: str, who: str, address: str = "127.0.0.1") -> tuple[str, httpx.Cookies]:
    """Signs in from an IP address up to the return from Patreon; the redirect's target and the cookies. Each step uses
    a new connection."""
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
def club_site(**settings: str) -> Iterator[ClubSite]:
    """A server with its own fake Patreon during the block."""
    port = str(free_port())
    keys = Fernet.generate_key().decode()
    with TemporaryDirectory() as folder, running() as patreon:
        own = {
            "PORT": port,
            "SITE_URL": f"http://127.0.0.1:{port}",
            "SESSION_KEYS": keys,
            "DATABASE_FILE": f"{folder}/site.db",
            **settings,
        }
        site = ClubSite(Server(ROOT, **{**patreon.settings, **own}), patreon, own)
        try:
            site.server.wait_until_members_are_up()
            yield site
        finally:
            site.server.stop()


@contextmanager
def forgetful_site(**settings: str) -> Iterator[ClubSite]:
    """The same with its own Redis, so that its cache can be cleared (`ClubSite.forgets`)."""
    with redis.running() as store, club_site(**{"REDIS_URL": store.url, **settings}) as site:
        yield site


ALL = {str(number) for number in range(8001, 8014)}
PROOF = ALL - {"8003", "8005", "8008", "8009", "8013"}
EDITION = ALL - {"8005", "8009"}
FOR_ALL = {"8001", "8010"}
READABLE = {
    "proof": PROOF,
    "edition": EDITION,
    "archive": ALL,
    "declined": {"8001"},
    "former": {"8001"},
    "free": FOR_ALL,
    "never": {"8001"},
    "neighbour": {"8001"},
    "creator": ALL,
}
"""The ids of the posts that each person may read."""
