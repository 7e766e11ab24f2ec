import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from app.content.workshops import KIND, WORKSHOPS, Workshop
from app.extras.dates.workshops import CLOSED, NONE
from app.i18n import Language, use
from app.i18n.typography import polish
from app.routes import url_for
from tests.support.languages import BOTH, ENGLISH
from tests.support.visitor import Visitor, visitor

HELD = [each for each in WORKSHOPS if not each.is_called_off]
pytestmark = [pytest.mark.mostly_nightly, pytest.mark.skipif(len(HELD) < 3, reason="fewer than three workshops")]


def listed_ids(page: Page) -> list[str | None]:
    return [each.get_attribute("id") for each in page.locator("[data-dates] li").all()]


def ids(workshops: tuple[Workshop, ...]) -> list[str]:
    return [f"date-{workshop.id}" for workshop in workshops]


def answer_at(guest: Visitor, at: datetime) -> None:
    free = {each.id: 2 for each in HELD if each.bookable_until > at}
    guest.page.route("**/workshops.json", lambda route: route.fulfill(json=free))


def open_at(guest: Visitor, site: str, language: Language, at: datetime, server: datetime | None = None) -> None:
    answer_at(guest, server or at)
    open_page(guest, site, language, at)


def open_page(guest: Visitor, site: str, language: Language, at: datetime) -> None:
    guest.page.clock.install(time=at)
    guest.opens(site + url_for("vouchers-category", language, category=KIND))


@pytest.mark.main
def test_a_date_that_has_started_is_hidden(guest: Visitor, site: str, language: Language) -> None:
    second = WORKSHOPS[1]
    open_at(guest, site, language, second.starts + timedelta(minutes=5))
    expect(guest.page.locator("[data-dates] li")).to_have_count(len(WORKSHOPS) - 2)
    assert listed_ids(guest.page) == ids(WORKSHOPS[2:])
    assert guest.troubles == []


@pytest.mark.main
def test_booking_ends_at_midnight_before_the_workshop(guest: Visitor, site: str) -> None:
    first, second = WORKSHOPS[:2]
    open_at(guest, site, ENGLISH, first.bookable_until - timedelta(minutes=5))
    row, later = (guest.page.locator(f"#date-{each.id}") for each in (first, second))
    expect(row).to_contain_text("places left")
    expect(row.get_by_role("link", name="Book a place")).to_be_visible()
    guest.page.clock.fast_forward("06:00")
    expect(row).to_contain_text("can no longer be booked")
    expect(row).not_to_contain_text("places")
    expect(row.get_by_role("link", name="Book a place")).to_have_count(0)
    expect(later.get_by_role("link", name="Book a place")).to_be_visible()
    answer_at(guest, first.starts)
    guest.opens(site + url_for("workshop", ENGLISH, date=first.id))
    with use(ENGLISH):
        sentence = polish(str(CLOSED), ENGLISH.code)
    expect(guest.page.locator("[data-dates]")).to_have_text(sentence)
    assert guest.troubles == []


@pytest.mark.main
def test_a_clock_that_is_ahead_hides_no_date_that_the_server_lists(guest: Visitor, site: str) -> None:
    last = HELD[-1]
    open_at(guest, site, ENGLISH, last.starts + timedelta(days=1), server=HELD[1].starts)
    expect(guest.page.locator("[data-dates] li")).to_have_count(len(HELD) - 2)
    guest.page.locator(f"#date-{last.id}").get_by_role("link", name="Book a place").click()
    expect(guest.page.locator("select[name=workshop]")).to_have_value(last.id)
    assert guest.troubles == []


def test_a_clock_that_is_behind_offers_no_date_that_the_server_does_not_list(guest: Visitor, site: str) -> None:
    first, second = HELD[:2]
    open_at(guest, site, ENGLISH, first.starts - timedelta(days=3), server=first.starts)
    row, later = (guest.page.locator(f"#date-{each.id}") for each in (first, second))
    expect(row).to_contain_text("can no longer be booked")
    expect(row.locator("a[href*='inquiry']")).to_have_count(0)
    expect(later.locator("a[href*='inquiry']")).to_have_count(1)


def test_a_sentence_replaces_the_dates_when_all_have_started(guest: Visitor, site: str, language: Language) -> None:
    with use(language):
        sentence = polish(str(NONE), language.code)
    open_at(guest, site, language, WORKSHOPS[-1].starts + timedelta(days=1))
    expect(guest.page.locator("[data-dates]")).to_have_text(sentence)


@pytest.mark.parametrize("status", [200, 503])
@pytest.mark.parametrize("language", BOTH, ids=lambda language: language.code)
def test_the_server_reports_how_many_seats_are_left(guest: Visitor, site: str, language: Language, status: int) -> None:
    some, none = (f"date-{workshop.id}" for workshop in HELD[:2])
    left = {HELD[0].id: 2, HELD[1].id: 0}
    said = {
        "cs": (r"zbývají 2\smísta", "už žádné místo", r"celkem \d+\smíst"),
        "en": ("2 places left", "no place left", r"\d+ places? in all"),
    }
    guest.page.route("**/workshops.json", lambda route: route.fulfill(status=status, json=left))
    open_page(guest, site, language, HELD[0].starts - timedelta(days=1))
    two, no, total = said[language.code]
    for row, text in ((some, two), (none, no)):
        expect(guest.page.locator(f"#{row}")).to_contain_text(re.compile(text if status == 200 else total))
        is_full = row == none and status == 200
        link = guest.page.locator(f"#{row} a[href*='inquiry']")
        expect(link).to_have_count(0 if is_full else 1)


def test_a_resumed_page_shows_the_seats_of_now(guest: Visitor, site: str) -> None:
    """If the server fails, the page still shows the last known numbers of free places."""
    date = HELD[0].id
    answers: list[tuple[int, int]] = []
    asked: list[int] = []

    def answer(route: Route) -> None:
        status, seats = answers[0]
        asked.append(seats)
        route.fulfill(status=status, json={date: seats})

    def resume() -> None:
        guest.page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))")

    guest.page.route("**/workshops.json", answer)
    answers[:] = [(200, 2)]
    open_page(guest, site, ENGLISH, HELD[0].starts - timedelta(days=3))
    row = guest.page.locator(f"#date-{date}")
    expect(row).to_contain_text("2 places left")
    answers[:] = [(503, 9)]
    resume()
    guest.page.clock.fast_forward("24:00:00")
    resume()
    guest.poll(lambda: 9 in asked, "the failed request")
    expect(row).to_contain_text("2 places left")
    answers[:] = [(200, 0)]

    def is_updated() -> bool:
        resume()
        return 0 in asked

    guest.poll(is_updated, "the next request")
    expect(row).to_contain_text("no place left")
    resume()
    assert asked == [2, 9, 0]


def test_without_javascript_every_date_is_shown_with_its_year(browser: Browser, site: str) -> None:
    with visitor(browser, java_script_enabled=False) as guest:
        guest.page.goto(site + url_for("vouchers-category", ENGLISH, category=KIND))
        assert listed_ids(guest.page) == ids(WORKSHOPS)
        for workshop in WORKSHOPS:
            row = guest.page.locator(f"#date-{workshop.id}")
            expect(row.locator("h3")).to_contain_text(str(workshop.starts.year))
            calendar = row.locator("a[download]").get_attribute("href")
            answer = guest.page.request.get(f"{site}{calendar}")
            assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
            assert f"UID:workshop-{workshop.id}@" in answer.text()
