import re
from itertools import product

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.support.members_site import LOCKED, OPEN, SECRET, MembersSite, cookie_header, post, session_cookies
from tests.support.pages import SERVED
from tests.support.service_worker import cached_texts, install_offline_site
from tests.support.visitor import visitor


def test_no_html_has_members_content(club: MembersSite) -> None:
    session = session_cookies(club.url, club.patreon.url, "edition")
    found = []
    with httpx.Client(base_url=club.url, verify=False) as anybody:
        for place, cookies in product(SERVED, ("", cookie_header(dict(session)))):
            path = place.path.replace("[postId]", OPEN)
            answer = anybody.get(path, headers={"cookie": cookies})
            assert answer.status_code == 200, path
            found += [(path, text) for text in (SECRET, "mlčení v dílně", "Edvard") if text in answer.text]
    assert found == []


@pytest.mark.nightly
def test_no_cache_has_members_content(browser: Browser, club: MembersSite) -> None:
    with visitor(browser, worker=True) as guest:
        install_offline_site(guest, f"{club.url}/")
        club.open_signed_in(guest, "archive")
        expect(guest.page.locator("#posts > li")).to_have_count(10)
        guest.page.locator(f"a[href='{post(LOCKED)}']").click()
        expect(guest.page.locator(".letter img")).to_be_visible()
        guest.page.locator(".letter img").scroll_into_view_if_needed()
        guest.until("document.querySelector('.letter img').naturalWidth")
        cached = cached_texts(guest)
        assert len(cached) > 100
        assert not [url for url in cached if re.search(r"/private|/login|/callback|/logout|/media/|config\.json", url)]
        for url, text in cached.items():
            found = [secret for secret in ("Alena", "číslo po čísle", "Čtyřicet na padesát") if secret in text]
            assert not found, url
