"""Runs the site with a mail server and the desk (the studio's own pages), for browser tests."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

from cryptography.fernet import Fernet
from playwright.sync_api import Page, expect

from app.content.workshops import WORKSHOPS
from app.folders import ROOT
from app.i18n import DEFAULT, Language
from app.inquiries.seats import capacity
from app.inquiries.store import Store
from app.routes import url_for
from tests.fakes.loopback import free_port
from tests.fakes.smtp import Mailbox, receiving, text_of
from tests.support.databases import execute, settings_of, sqlite_database
from tests.support.inquiries import InquirySite, until
from tests.support.server_process import Server

NEXT, LATER = (each.id for each in WORKSHOPS[1:3])
"""IDs of two workshops in the future."""
STUDIO = "studio@otisk.test"
_LINK = re.compile(r"https?://\S+/desk/sign-in/open\?token=\S+")


class DeskSite(InquirySite):
    def clear(self) -> None:
        for table in ("inquiries", "desk_links", "desk_sessions"):
            execute(self.store.database, f"DELETE FROM {table}")
        self.mailbox.mails.clear()
        self.mailbox.mood = "up"

    def address(self, inquiry: str = "", language: Language = DEFAULT) -> str:
        path = url_for("desk-inquiry", language, inquiryId=inquiry) if inquiry else url_for("desk", language)
        return self.url + path

    def links(self) -> list[str]:
        """Returns the sign-in links in emails to the studio."""
        return [link for mail in self.mailbox.to(STUDIO) for link in link_in(mail)]

    def sign_in(self, page: Page, inquiry: str = "", language: Language = DEFAULT) -> None:
        before = len(self.links())
        query = f"?inquiry={inquiry}" if inquiry else ""
        page.goto(self.url + url_for("desk-sign-in", language) + query)
        page.locator("main form button").click()
        page.wait_for_url(re.compile(r"/desk/sign-in/sent$"))
        until(lambda: len(self.links()) > before, "the link")
        page.goto(self.links()[-1])
        page.locator("main form button").click()
        page.wait_for_url(self.address(inquiry, language))
        expect(page.locator("#desk")).to_have_attribute("data-access", "in")


def link_in(mail: EmailMessage) -> list[str]:
    return _LINK.findall(text_of(mail))


@contextmanager
def desk_site(folder: Path, **environment: str) -> Iterator[DeskSite]:
    database, port = sqlite_database(folder), str(free_port())
    with receiving(Mailbox()) as mailbox:
        settings = {
            "PORT": port,
            "SITE_URL": f"http://127.0.0.1:{port}",
            **settings_of(database),
            "SESSION_KEYS": Fernet.generate_key().decode(),
            **mailbox.settings,
            **environment,
        }
        site = DeskSite(Server(ROOT, **settings), mailbox, Store(database, capacity))
        try:
            site.server.wait_until_members_are_up()
            yield site
        finally:
            site.server.stop()
