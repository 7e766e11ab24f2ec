"""Runs the site with a mail server, the staff's pages and members' pages, for browser tests."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from playwright.sync_api import Page, expect

from app.i18n import DEFAULT, Language
from app.inquiries.seats import capacity
from app.inquiries.store import Store
from app.routes import url_for
from tests.fakes.smtp import Mailbox, receiving, text_of
from tests.support.databases import execute, settings_of, sqlite_database
from tests.support.inquiries import InquirySite, until
from tests.support.members_site import MembersSite, members_site
from tests.support.workshops import LISTED

NEXT, LATER = LISTED[:2]
STUDIO = "studio@otisk.test"
_LINK = re.compile(r"https?://\S+/desk/sign-in/open\?token=\S+")


@dataclass
class DeskSite(InquirySite):
    club: MembersSite

    def clear(self) -> None:
        for table in ("inquiries", "desk_links", "desk_sessions"):
            execute(self.store.database, f"DELETE FROM {table}")
        self.mailbox.mails.clear()
        self.mailbox.mood = "up"

    def address(self, inquiry: str = "", language: Language = DEFAULT) -> str:
        path = url_for("desk-inquiry", language, inquiryId=inquiry) if inquiry else url_for("desk", language)
        return self.url + path

    def links(self) -> list[str]:
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
def desk_site(folder: Path) -> Iterator[DeskSite]:
    database = sqlite_database(folder)
    with receiving(Mailbox()) as mailbox, members_site(**settings_of(database), **mailbox.settings) as club:
        yield DeskSite(club.server, mailbox, Store(database, capacity), club)
