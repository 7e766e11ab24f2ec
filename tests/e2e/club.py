"""The site with a fake Patreon behind it, so that visitors can sign in."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cryptography.fernet import Fernet
from playwright.sync_api import Page, expect

from app.i18n import DEFAULT, Language
from tests.e2e.visitor import Visitor
from tests.fakes.patreon import Running, running
from tests.serving import Server, free_port, serving

LIST = "/patreon/private"


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

    def goes(self, page: Page, who: str, path: str = LIST, language: Language = DEFAULT) -> None:
        """Loads a members' page, follows the way in, and tells Patreon to be `who`, or to `deny`."""
        page.goto(self.url + language.prefix + path)
        page.locator("#members a[href*='/patreon/login?next=']").click()
        page.locator(f"#{who}").click()

    def sign_in(self, guest: Visitor, who: str, path: str = LIST, language: Language = DEFAULT) -> None:
        """The whole way, to where it ends well: back on the page that it began on, with what is there."""
        self.goes(guest.page, who, path, language)
        guest.page.wait_for_url(self.url + language.prefix + path)
        expect(guest.page.locator("#members")).to_have_attribute("data-access", "in")


@contextmanager
def club_site(**settings: str) -> Iterator[ClubSite]:
    """A server and a fake of its own, until the block ends."""
    port = str(free_port())
    keys = Fernet.generate_key().decode()
    own = {"PORT": port, "SITE_URL": f"http://127.0.0.1:{port}", "SESSION_KEYS": keys, **settings}
    with running() as patreon, serving(**patreon.settings, **own) as server:
        yield ClubSite(server, patreon, own)
