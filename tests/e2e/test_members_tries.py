"""Too many invalid codes block sign-in from an IP address until the limit is reset."""

from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import expect

from app.members.sign_in_limits import ADDRESS_LIMITS
from tests.support.languages import ENGLISH
from tests.support.members_site import LIST, MembersSite
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly

POST = f"{LIST}/8006"


def flood(club: MembersSite) -> None:
    for _ in range(3 * ADDRESS_LIMITS[0].capacity):
        with httpx.Client(base_url=club.url, trust_env=False, verify=False) as stranger:
            away = stranger.get("/patreon/login")
            state = parse_qs(urlsplit(away.headers["location"]).query)["state"][0]
            answer = stranger.get("/patreon/callback", params={"state": state, "code": "made-up"})
        if answer.status_code == 429:
            return
    raise AssertionError("no code was rejected")


def test_too_many_tries(guest: Visitor, new_club: MembersSite) -> None:
    page = guest.page
    again = page.get_by_role("link", name="Try again")
    flood(new_club)
    with page.expect_response("**/patreon/callback?*") as answered:
        new_club.start_sign_in(page, "edition", POST, ENGLISH)
    assert answered.value.status == 429
    shown = page.locator("[data-problem]")
    expect(shown).to_have_attribute("data-problem", "busy")
    expect(shown.locator("h2")).to_have_text("Too many attempts")
    expect(shown).to_contain_text("Nothing is lost")
    with page.expect_response("**/patreon/callback?*") as answered:
        again.click()
    assert answered.value.status == 429, "the limit was lifted too early"
    expect(shown).to_have_attribute("data-problem", "busy")
    new_club.clear_cache("tries", "doubted")
    again.click()
    page.wait_for_url(new_club.url + ENGLISH.prefix + POST)
    expect(page.locator(".letter")).to_contain_text("Sto dvacet archů")
    assert not [each for each in guest.troubles if "429" not in each]
