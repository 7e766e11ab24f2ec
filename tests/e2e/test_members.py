"""Members of the print club: the whole way in and out, as everybody that there is; and what an outsider gets of it."""

import re
from itertools import cycle, product
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from app.i18n import DEFAULT, LANGUAGES, Language
from app.routes import places, url_for
from tests.fakes.club import PROOF as PROOF_TIER
from tests.fakes.club import people
from tests.support.club import ALL, LIST, READABLE, ClubSite, signed_in
from tests.support.keeping import keeps_the_site
from tests.support.visitor import Visitor, visitor

CZECH, ENGLISH = LANGUAGES
STANDING = {
    "declined": ("nepodařilo strhnout platbu", "could not charge your card"),
    "former": ("Vaše členství skončilo", "Your membership has ended"),
    "free": ("sledujete zdarma", "follow the club for free"),
    "never": ("Zatím nejste členem", "not a member of the club yet"),
    "neighbour": ("Zatím nejste členem", "not a member of the club yet"),
    "creator": ("Tohle je vaše kampaň", "This is your own campaign"),
}
"""What they are told, in both languages."""
SHUT = {"cs": "Otevře úroveň:", "en": "Opens with:"}
"""What stands before the tiers that open a post, which only who may not read it sees."""
OPEN, LOCKED, HOSTILE = "8006", "8005", "8011"
SECRET = "Sto dvacet archů s písmenem vzhůru nohama"
"""How the post OPEN begins."""

each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


def access(page: Page, is_now: str) -> None:
    """Waits until the page says how the way in stands."""
    expect(page.locator("#members")).to_have_attribute("data-access", is_now)


def post(number: str, language: Language = DEFAULT) -> str:
    return url_for("patreon-private-post", language, postId=number)


def listed(page: Page) -> dict[str, str]:
    """The posts of the list by id, each with all that is said of it."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("#posts > li")].map(
            (item) => [item.querySelector("a").getAttribute("href").split("/").pop(), item.innerText])"""
    )
    return dict(found)


def cookies_of(page: Page) -> dict[str, str]:
    return {cookie.get("name", ""): cookie.get("value", "") for cookie in page.context.cookies()}


def sign_out(page: Page) -> None:
    page.locator("form[action$='/patreon/logout'] button:not([formaction])").click()


def meant_for(who: str, language: Language) -> set[str]:
    """What they are told of how they stand; who it is that pays is told nothing of the kind."""
    return {STANDING[who][LANGUAGES.index(language)]} if who in STANDING else set()


def is_wrong_with(page: Page, opens: set[str], language: Language) -> list[str]:
    """What is wrong with a post of each kind for somebody who may read these: its text is there, or what it takes."""
    wrong = []
    for id in (OPEN, LOCKED, "8001"):
        page.goto(urljoin(page.url, post(id, language)))
        access(page, "in")
        expect(page.locator("h1")).not_to_have_text(re.compile("A post for members|Příspěvek pro členy"))
        shown = page.locator(".letter").count(), SHUT[language.code] in page.inner_text("main")
        wrong += [f"{id}: {shown}"] * (shown != (int(id in opens), id not in opens))
    return wrong


@pytest.mark.parametrize(("who", "language"), [("edition", CZECH), ("free", ENGLISH)])
def test_the_whole_way(guest: Visitor, club: ClubSite, who: str, language: Language) -> None:
    page = guest.page
    club.sign_in(guest, who, language=language)
    expect(page.locator("#members")).to_contain_text(people()[who].name)
    assert is_wrong_with(page, READABLE[who], language) == []
    page.goto(club.url + language.prefix + LIST)
    access(page, "in")
    sign_out(page)
    page.wait_for_url(club.url + language.prefix + "/patreon")
    page.goto(club.url + language.prefix + LIST)
    access(page, "out")
    assert guest.troubles == []


def test_everybody_is_told_how_they_stand_and_what_they_may_read(guest: Visitor, club: ClubSite) -> None:
    """Everybody's list is of one language, and that of the next one of the other; what is said of them is of both."""
    page = guest.page
    wrong = []
    for (who, readable), language in zip(READABLE.items(), cycle(LANGUAGES)):
        for each in sorted(LANGUAGES, key=language.__eq__):  # the one with the list comes last
            club.shows(guest, who, language=each)
            expect(page.locator("#members")).to_contain_text(people()[who].name)
            expect(page.locator("#posts > li")).to_have_count(10)
            told = {text for texts in STANDING.values() for text in texts if text in page.inner_text("main")}
            wrong += [f"{who}, {each.code}: {told}"] * (told != meant_for(who, each))
        page.locator("#members button[type='button']").click()
        expect(page.locator("#posts > li")).to_have_count(len(ALL))
        opened = {id for id, said in listed(page).items() if SHUT[language.code] not in said}
        wrong += [f"{who}: {opened ^ readable}"] * (opened != readable)
    assert wrong == []
    assert guest.troubles == []


def test_dates_and_the_title_of_the_window(guest: Visitor, club: ClubSite) -> None:
    page = guest.page
    for language, day, title in (
        (CZECH, "14. dubna 2025", "Členské příspěvky"),
        (ENGLISH, "April 14, 2025", "Members’ posts"),
    ):
        club.shows(guest, "edition", f"{LIST}/{OPEN}", language)
        expect(page.locator("header time[datetime='2025-04-14']")).to_have_text(day)
        expect(page).to_have_title("Co se nepovedlo · Studio Otisk")
        page.locator("main header a").click()
        expect(page.locator("#posts > li")).to_have_count(10)
        expect(page).to_have_title(re.compile(title))
    assert guest.troubles == []


def test_the_way_in_leads_back_to_the_post_it_began_on(guest: Visitor, club: ClubSite) -> None:
    club.sign_in(guest, "edition", f"{LIST}/{OPEN}", ENGLISH)
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)


def test_the_way_in_from_the_page_of_the_club(guest: Visitor, club: ClubSite) -> None:
    guest.opens(f"{club.url}/en/patreon")
    guest.page.locator("main a[href='/en/patreon/login']").click()
    guest.page.locator("#proof").click()
    guest.page.wait_for_url(f"{club.url}/en/patreon/private")
    access(guest.page, "in")


def test_a_post_that_there_is_not(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "archive")
    for language, id in product(LANGUAGES, ("4711", "9001")):
        path = f"{language.prefix}{LIST}/{id}"
        guest.page.goto(club.url + path)
        expect(guest.page.get_by_text("Page not found:")).to_contain_text(path)
        expect(guest.page.locator("h1")).to_have_text("Page Not Found" if language == ENGLISH else "Stránka nenalezena")
        expect(guest.page).to_have_title(re.compile("^404 "))
    assert guest.troubles == []


def test_a_locked_post_names_the_tier_and_promises_minutes(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "proof", f"{LIST}/{LOCKED}", ENGLISH)
    expect(guest.page.get_by_text("the post opens within minutes")).to_be_visible()
    assert guest.page.locator("#members a[href*='/patreon/login']").count() == 0
    expect(guest.page.get_by_text("Opens with:")).to_contain_text("CZK\u00a0900 a month")
    assert "Čtyřicet na padesát" not in guest.page.content()


def test_a_hostile_post_does_nothing(guest: Visitor, club: ClubSite) -> None:
    page = guest.page
    club.shows(guest, "proof", f"{LIST}/{HOSTILE}")
    expect(page.locator(".letter")).to_contain_text("Konec.")
    expect(page.locator("h1")).to_contain_text("<img src=x onerror=")
    expect(page).to_have_title(re.compile("^<img src=x onerror="))
    left = page.evaluate(
        """() => {
            const inside = [...document.querySelectorAll(".letter *")]
            return {
                names: [...new Set(inside.map((each) => each.localName))],
                attributes: [...new Set(inside.flatMap((each) => each.getAttributeNames()))],
                links: inside.filter((each) => each.href).map((each) => new URL(each.href).protocol),
            }
        }"""
    )
    assert not {"script", "style", "iframe", "form", "input", "svg", "object", "embed", "base"} & {*left["names"]}
    assert not [name for name in left["attributes"] if name.startswith("on") or name in {"style", "id", "srcdoc"}]
    assert {*left["links"]} <= {"https:", "http:"}
    assert not [url for url in guest.requests if "evil.test" in url]
    assert guest.troubles == []


def test_pictures_of_a_post_are_seen(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "archive", f"{LIST}/8005")
    picture = guest.page.locator(".letter img")
    picture.scroll_into_view_if_needed()
    guest.until("document.querySelector('.letter img').naturalWidth")
    box, column = picture.bounding_box(), guest.page.locator(".letter").bounding_box()
    assert box and column and box["width"] <= column["width"]


def test_a_film_is_framed(guest: Visitor, club: ClubSite) -> None:
    # Whoever is on the other side of a player is not asked in a test.
    guest.page.route(re.compile("youtube|vimeo"), lambda route: route.fulfill(body="", content_type="text/html"))
    club.shows(guest, "proof", f"{LIST}/8007")
    frame = guest.page.locator(".letter iframe")
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box and box["width"] / box["height"] == pytest.approx(16 / 9, rel=0.01)
    assert guest.troubles == []


# Joining

JOINED = {"key": "never", "member": "5f0c4a1e-of-late", "status": "active_patron", "tiers": [PROOF_TIER]}
"""Who was no member has become one."""


@each_language
def test_who_has_just_joined_signs_in_once_more(guest: Visitor, club: ClubSite, language: Language) -> None:
    page = guest.page
    club.sign_in(guest, "never", f"{LIST}/{OPEN}", language)
    expect(
        page.get_by_text("Just joined?" if language == ENGLISH else "Přidali jste se před chvilkou?")
    ).to_be_visible()
    expect(page.get_by_text("within minutes" if language == ENGLISH else "během pár minut")).to_have_count(0)
    club.patreon.tell(person={**JOINED})
    page.get_by_role("link", name="Sign in once more" if language == ENGLISH else "Přihlásit se znovu").click()
    page.locator("#never").click()
    page.wait_for_url(club.url + post(OPEN, language))
    expect(page.locator(".letter")).to_contain_text(SECRET)
    assert guest.troubles == []


def test_or_patreon_tells_of_it(guest: Visitor, club: ClubSite) -> None:
    club.sign_in(guest, "never", f"{LIST}/{OPEN}")
    expect(guest.page.get_by_role("link", name="Přihlásit se znovu")).to_be_visible()
    club.patreon.tell(person={**JOINED})
    club.patreon.tell(webhook={"to": f"{club.url}/patreon/webhook", "event": "members:create", "person": "never"})
    guest.page.reload()
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)


# Signing out


def test_signing_out_in_one_tab_ends_both(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "edition")
    other = Visitor(guest.page.context.new_page())
    other.page.goto(club.url + post(OPEN))
    expect(other.page.locator(".letter")).to_contain_text(SECRET)
    sign_out(guest.page)
    access(other.page, "out")
    content = other.page.content()
    assert SECRET not in content and "Edvard" not in content and "Co se nepovedlo" not in content
    expect(other.page).to_have_title(re.compile("^Příspěvek pro členy"))
    guest.page.wait_for_url(f"{club.url}/patreon")
    # The socket of that tab is still open, with the cookie that it began with.
    other.page.get_by_role("link", name="Všechny příspěvky").first.click()
    other.page.wait_for_url(club.url + LIST)
    access(other.page, "out")
    assert SECRET not in other.page.content()
    assert other.troubles == []


def test_the_back_button_shows_nothing_after_signing_out(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "edition", f"{LIST}/{OPEN}")
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)
    sign_out(guest.page)
    guest.page.wait_for_url(f"{club.url}/patreon")
    guest.page.go_back()
    access(guest.page, "out")
    assert SECRET not in guest.page.content()


def test_what_the_browser_puts_by_has_nothing_of_it(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "edition", f"{LIST}/{OPEN}")
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)
    guest.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    assert SECRET not in guest.page.content()
    with guest.page.expect_navigation():
        guest.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)


def test_the_way_out_needs_no_socket(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "edition")
    with guest.page.expect_request("**/patreon/logout") as sent:
        sign_out(guest.page)
    assert (sent.value.method, sent.value.is_navigation_request()) == ("POST", True)
    guest.page.wait_for_url(f"{club.url}/patreon")
    assert "session" not in cookies_of(guest.page)


def test_two_people_in_one_browser_one_after_the_other(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "archive", f"{LIST}/{LOCKED}")
    expect(guest.page.locator(".letter")).to_be_visible()
    sign_out(guest.page)
    guest.page.wait_for_url(f"{club.url}/patreon")
    club.shows(guest, "never", f"{LIST}/{LOCKED}")  # in the same tab, which Reflex knows by the same token
    expect(guest.page.get_by_text("Nela <b>Nová</b>")).to_be_visible()
    assert guest.page.locator(".letter").count() == 0


# When it does not work out


@pytest.mark.parametrize(("language", "said"), [(CZECH, "Nepovolili jste to"), (ENGLISH, "You said no")])
def test_saying_no_and_then_yes(guest: Visitor, club: ClubSite, language: Language, said: str) -> None:
    club.goes(guest.page, "deny", f"{LIST}/{OPEN}", language)
    expect(guest.page.locator("[data-problem] h2")).to_have_text(said)
    assert urlsplit(guest.page.url).path == f"{language.prefix}/patreon/callback"
    guest.page.get_by_role("link", name="Try again" if language == ENGLISH else "Zkusit znovu").click()
    guest.page.locator("#edition").click()
    guest.page.wait_for_url(club.url + post(OPEN, language))
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)
    assert guest.troubles == []


PROBLEMS = ("", "denied", "expired", "replayed", "forged", "used", "unavailable", "busy", "unconfigured")


def test_every_problem_is_told_apart(guest: Visitor, club: ClubSite) -> None:
    told = {}
    for language, problem in product(LANGUAGES, (*PROBLEMS, "unheard-of")):
        guest.opens(f"{club.url}{language.prefix}/patreon/callback?problem={problem}")
        shown = problem if problem in PROBLEMS else ""
        expect(guest.page.locator("[data-problem]")).to_have_attribute("data-problem", shown)
        told[language.code, shown] = guest.page.locator("[data-problem] p").first.inner_text()
    assert len(set(told.values())) == len(PROBLEMS) * len(LANGUAGES)


ELSEWHERE = ("//evil.test", "/\\evil.test", "https://evil.test", "/\t/evil.test", "javascript:alert(1)", "evil.test")


def test_another_try_leads_to_no_other_site(guest: Visitor, club: ClubSite) -> None:
    leads = {}
    for target in ELSEWHERE:
        guest.opens(str(httpx.URL(f"{club.url}/patreon/callback", params={"problem": "denied", "next": target})))
        expect(guest.page.locator("[data-problem]")).to_have_attribute("data-problem", "denied")
        leads[target] = guest.page.locator("[data-problem] a").first.get_attribute("href")
    assert leads == dict.fromkeys(ELSEWHERE, "/patreon/login")


def test_not_configured(guest: Visitor, site: str) -> None:
    on_patreon = "main a[href^='https://www.patreon.com/']"
    for language, plain in ((CZECH, "není nastavené"), (ENGLISH, "not set up")):
        for path in (LIST, f"{LIST}/{OPEN}"):
            guest.opens(site + language.prefix + path)
            access(guest.page, "unconfigured")
            expect(guest.page.get_by_text(plain)).to_be_visible()
            expect(guest.page.locator(on_patreon)).to_be_visible()
        guest.opens(f"{site}{language.prefix}/patreon")
        expect(guest.page.get_by_text(plain)).to_be_visible()
        expect(guest.page.locator("main [data-configured] " + on_patreon[5:])).to_be_visible()
        assert guest.page.locator("a[href*='/patreon/login']").count() == 0
    assert guest.troubles == []


def test_patreon_fails_while_somebody_signs_in(guest: Visitor, club: ClubSite) -> None:
    guest.page.goto(club.url + LIST)
    guest.page.locator("#members a[href*='/patreon/login?next=']").click()
    club.patreon.tell(broken=500)
    guest.page.locator("#edition").click()
    expect(guest.page.locator("[data-problem]")).to_have_attribute("data-problem", "unavailable")


def test_patreon_fails_and_nothing_is_kept(guest: Visitor, new_club: ClubSite) -> None:
    """The server has just started; whoever was signed in still is."""
    club, page = new_club, guest.page
    club.lets_in(guest, "edition")
    club.forgets()
    club.patreon.tell(html=502)
    for language, title in ((CZECH, "Patreon neodpovídá"), (ENGLISH, "Patreon is not answering")):
        page.goto(club.url + post(OPEN, language))
        access(page, "unavailable")
        expect(page.locator("#members h2")).to_have_text(title)
        assert page.locator("form[action$='/patreon/logout']").count() == 1
        guest.opens(f"{club.url}{language.prefix}/about")
    page.goto(club.url + post(OPEN))
    access(page, "unavailable")
    club.patreon.tell(reset=True)
    club.rests_no_longer()
    club.comes_up(guest, ".letter", 1)


def test_the_connection_is_lost_and_found(guest: Visitor, club: ClubSite) -> None:
    lost = guest.page.get_by_text("Spojení s dílnou se přerušilo.")
    club.shows(guest, "edition", f"{LIST}/{OPEN}")
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)
    with club.gone():
        expect(lost).to_be_visible(timeout=30_000)
        expect(guest.page.locator(".letter")).to_contain_text(SECRET)
    expect(lost).to_be_hidden(timeout=30_000)
    guest.page.get_by_role("link", name="Všechny příspěvky").first.click()
    expect(guest.page.locator("#posts > li")).to_have_count(10)


def test_who_has_left_is_not_sent_it_again(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "edition", f"{LIST}/{OPEN}")
    expect(guest.page.locator(".letter")).to_contain_text(SECRET)
    club.patreon.tell(person={"key": "edition", "status": "former_patron", "tiers": []})
    club.patreon.tell(webhook={"to": f"{club.url}/patreon/webhook", "event": "members:update", "person": "edition"})
    guest.page.reload()
    expect(guest.page.locator("h1")).to_have_text("Co se nepovedlo")
    expect(guest.page.get_by_text("Vaše členství skončilo")).to_be_visible()
    assert SECRET not in guest.page.content()


# What an outsider gets


def test_scripts_never_see_the_session(guest: Visitor, club: ClubSite) -> None:
    frames: list[str] = []
    guest.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    club.sign_in(guest, "edition")
    expect(guest.page.locator("#posts > li")).to_have_count(10)
    session = cookies_of(guest.page)["session"]
    assert any("Edvard" in frame for frame in frames)
    assert not [frame for frame in frames if session in frame]
    assert session not in guest.page.evaluate(
        "document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })"
    )


def test_no_page_has_anything_of_it(guest: Visitor, club: ClubSite) -> None:
    club.shows(guest, "edition", f"{LIST}/{OPEN}")
    told = []
    with httpx.Client(base_url=club.url, verify=False) as anybody:
        for place, cookies in product(places(), ({}, cookies_of(guest.page))):
            path = place.path.replace("[postId]", OPEN)
            header = "; ".join(f"{name}={value}" for name, value in cookies.items())
            answer = anybody.get(path, headers={"cookie": header} if header else {})
            told += [(path, text) for text in (SECRET, "mlčení v dílně", "Edvard") if text in answer.text]
    assert told == []


def test_no_cache_has_anything_of_it(browser: Browser, club: ClubSite) -> None:
    with visitor(browser, worker=True) as guest:
        keeps_the_site(guest, f"{club.url}/")
        club.shows(guest, "archive")
        expect(guest.page.locator("#posts > li")).to_have_count(10)
        guest.page.locator(f"a[href='{post(LOCKED)}']").click()
        expect(guest.page.locator(".letter img")).to_be_visible()
        guest.page.locator(".letter img").scroll_into_view_if_needed()
        guest.until("document.querySelector('.letter img').naturalWidth")
        kept = guest.page.evaluate(EVERYTHING_KEPT)
        assert len(kept) > 100
        assert not [url for url in kept if re.search(r"/private|/login|/callback|/logout|/media/|config\.json", url)]
        for url, text in kept.items():
            found = [secret for secret in ("Alena", "číslo po čísle", "Čtyřicet na padesát") if secret in text]
            assert not found, url


EVERYTHING_KEPT = """async () => {
    const kept = {}
    for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) kept[request.url] = await (await cache.match(request)).text()
    }
    return kept
}"""


def test_no_other_site_gets_a_socket(club: ClubSite) -> None:
    cookies = signed_in(club.url, club.patreon.url, "edition")
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    address = f"{club.url}/_event/?EIO=4&transport=websocket"
    for origin in ("https://evil.test", "null", "http://127.0.0.1"):
        answer = httpx.get(address, headers={"Origin": origin, **headers}, cookies=cookies, verify=False)
        assert answer.status_code == 403, origin
