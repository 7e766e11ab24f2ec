import httpx
import pytest
from playwright.sync_api import expect

from tests.support.languages import CZECH, ENGLISH
from tests.support.members_site import LIST, OPEN, SECRET, MembersSite, assert_access, post
from tests.support.server_process import Server
from tests.support.visitor import Visitor

pytestmark = pytest.mark.mostly_nightly


@pytest.mark.main
@pytest.mark.parametrize(("problem", "shown"), [("busy", "busy"), ("unheard-of", "")])
def test_the_page_shows_the_problem_in_the_url(guest: Visitor, club: MembersSite, problem: str, shown: str) -> None:
    guest.opens(f"{club.url}/patreon/callback?problem={problem}")
    expect(guest.page.locator("[data-problem]")).to_have_attribute("data-problem", shown)


ELSEWHERE = ("//evil.test", "/\\evil.test", "https://evil.test", "/\t/evil.test", "javascript:alert(1)", "evil.test")


def test_a_retry_leads_to_no_other_site(guest: Visitor, club: MembersSite) -> None:
    leads = {}
    for target in ELSEWHERE:
        guest.opens(str(httpx.URL(f"{club.url}/patreon/callback", params={"problem": "denied", "next": target})))
        expect(guest.page.locator("[data-problem]")).to_have_attribute("data-problem", "denied")
        leads[target] = guest.page.locator("[data-problem] a").first.get_attribute("href")
    assert leads == dict.fromkeys(ELSEWHERE, "/patreon/login")


@pytest.mark.main
def test_sign_in_is_not_configured(guest: Visitor, server: Server) -> None:
    server.wait_until_members_are_up()
    site = server.url
    on_patreon = "main a[href^='https://www.patreon.com/']"
    for language, path, plain in ((CZECH, LIST, "není nastavené"), (ENGLISH, f"{LIST}/{OPEN}", "isn’t set up")):
        guest.opens(site + language.prefix + path)
        assert_access(guest.page, "unconfigured")
        expect(guest.page.get_by_text(plain)).to_be_visible()
        expect(guest.page.locator(on_patreon)).to_be_visible()
        guest.opens(f"{site}{language.prefix}/patreon")
        expect(guest.page.get_by_text(plain)).to_be_visible()
        expect(guest.page.locator("main [data-configured] " + on_patreon[5:])).to_be_visible()
        assert not [url for url in guest.requests if url.endswith("/config.json")], (
            "the poll for builds already reports the error"
        )
        assert guest.page.locator("a[href*='/patreon/login']").count() == 0
    assert guest.troubles == []


def test_patreon_fails_and_nothing_is_cached(guest: Visitor, new_club: MembersSite) -> None:
    club, page = new_club, guest.page
    club.add_session(guest, "edition")
    club.clear_cache()
    club.patreon.tell(html=502)
    for language, title in ((CZECH, "Patreon neodpovídá"), (ENGLISH, "Patreon isn’t answering")):
        page.goto(club.url + post(OPEN, language))
        assert_access(page, "unavailable")
        expect(page.locator("#members h2")).to_have_text(title)
        expect(page.locator("form[action$='/patreon/logout']")).to_have_count(1)
        guest.opens(f"{club.url}{language.prefix}/about")
    page.goto(club.url + post(OPEN))
    assert_access(page, "unavailable")
    page.locator("#members [role=alert] button[type=button]").press("Enter")
    expect(page.locator("#content")).to_be_focused()
    club.patreon.tell(reset=True)
    club.clear_cache("posts-pause", "patreon-rests")
    club.retry_until(guest, ".letter", 1)


def test_the_connection_is_lost_and_restored(guest: Visitor, club: MembersSite) -> None:
    lost = guest.page.get_by_text("Spojení s dílnou se přerušilo.")
    club.open_signed_in(guest, "edition", f"{LIST}/{OPEN}")
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)
    with club.server.stopped():
        expect(lost).to_be_visible(timeout=30_000)
        expect(guest.page.locator(".letter")).to_contain_text(SECRET)
    expect(lost).to_be_hidden(timeout=30_000)
    guest.page.get_by_role("link", name="Všechny příspěvky").first.click()
    expect(guest.page.locator("#posts > li")).to_have_count(10)
