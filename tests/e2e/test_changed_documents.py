"""Browser extensions and translators change pages. If React cannot hydrate a changed page, no input is lost."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.breaking import RENDER, break_on_load, reject
from tests.support.broken import FONTS, HELPERS, INSERTED
from tests.support.inquiries import FAST_CLOCK, InquirySite
from tests.support.inquiry_form import PLATE
from tests.support.layout import DelayedRequests
from tests.support.visitor import HYDRATED, MAIN, Visitor, visitor
from tests.support.waiting import wait_for_message
from tests.support.walk import heading

pytestmark = pytest.mark.mostly_nightly

VISITOR: dict[str, Any] = {"locale": "en-GB", "viewport": {"width": 390, "height": 800}}
FORM = "/en/inquiry"
TEXT = "Good day, I need 200 wedding cards"
STATE = """() => {
    const form = document.querySelector("form");
    const { message, files, what } = form.elements;
    const menu = document.querySelector("header details");
    self.nodes ||= [form, message, files, what, menu];
    return {
        message: message.value, selection: [message.selectionStart, message.selectionEnd],
        file: files.files[0]?.name, what: what.value, focus: document.activeElement.name,
        menu: menu.open, scroll: scrollY,
        areSame: [form, message, files, what, menu].every((node, index) => node === self.nodes[index]),
    };
}"""
OFF = 'warning: The extra "application" is off: '
DRAWN = "performance.getEntriesByName('hydrated').length > 0"

CHANGES = {
    "a translator that wraps texts": FONTS,
    "a translator that changes texts in place": """
        for (const text of texts(document.getElementById("__next"))) text.data = `«${text.data}»`;""",
    "a translator of one text": """const [text] = texts(document.querySelector("footer")); text.data += "!" """,
    "elements put in": INSERTED,
    "an icon beside a field": 'document.querySelector("[name=email]").after(document.createElement("span"))',
    "the form wrapped": 'wrapped(document.querySelector("form"))',
    "the footer taken out": 'document.querySelector("footer").remove()',
    "comments taken out": """
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
        const found = [];
        while (walker.nextNode()) found.push(walker.currentNode);
        for (const each of found) each.remove();
        document.body.normalize();""",
}
HARMLESS = {
    "nothing": "",
    "attributes": """for (const each of document.querySelectorAll("*")) {
        each.setAttribute("data-gramm", "false");
        each.classList.add("dark-reader");
        each.style.setProperty("outline", "0");
    }""",
    "elements around the page": """for (const place of [document.head, document.body, document.documentElement]) {
        place.prepend(document.createElement("aside"));
        place.append(document.createElement("style"));
    }""",
    "an element at the end of the form": 'document.querySelector("form").append(document.createElement("div"))',
    "texts joined": "document.body.normalize()",
}


def change(page: Page, script: str) -> None:
    page.evaluate(f"() => {{ {HELPERS} {script} }}")


def fill(page: Page) -> dict[str, Any]:
    page.locator("header summary").click()
    page.set_input_files("[name=files]", PLATE)
    page.select_option("[name=what]", "workshop")
    page.locator("[name=message]").focus()
    page.keyboard.type(TEXT)
    page.keyboard.press("Shift+Home")
    return page.evaluate(STATE)


def open_changed(guest: Visitor, url: str, script: str) -> dict[str, Any]:
    late = DelayedRequests(guest, MAIN)
    guest.page.goto(url, wait_until="domcontentloaded")
    change(guest.page, script)
    state = fill(guest.page)
    late.release()
    guest.until(HYDRATED)
    guest.settle()
    return state


@pytest.mark.parametrize("script", CHANGES.values(), ids=CHANGES)
def test_input_in_a_changed_document_stays(guest: Visitor, site: str, script: str) -> None:
    before = open_changed(guest, site + FORM, script)
    wait_for_message(guest, OFF)
    assert guest.page.evaluate(STATE) == before
    assert before["message"] == TEXT and before["file"] == PLATE["name"] and before["menu"]
    assert not guest.holds(DRAWN)
    [line] = guest.console
    assert line.startswith(OFF)


@pytest.mark.parametrize("script", HARMLESS.values(), ids=HARMLESS)
def test_react_tolerates_a_harmless_change(guest: Visitor, site: str, script: str) -> None:
    before = open_changed(guest, site + FORM, script)
    guest.until(DRAWN)
    after = guest.page.evaluate(STATE)
    assert after["message"] == TEXT and after["areSame"] and after["file"] and after["focus"] == before["focus"]
    assert [line for line in guest.console if OFF in line] == []


STEPS = """(() => {
    let now = 0;
    performance.now = () => (now += 1); // each call takes a millisecond, so that React pauses after five calls
    const isHydrated = (selector) =>
        Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith("__reactFiber$"));
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...message) {
        if (!self.isChanged && isHydrated("header") && !isHydrated("footer")) {
            self.isChanged = true;
            %s
        }
        return postMessage.apply(this, message);
    };
})()"""
"""JavaScript that changes the page when React has hydrated the header, but not the footer."""


@pytest.mark.main
def test_a_document_that_is_changed_while_react_hydrates_it(guest: Visitor, site: str) -> None:
    guest.page.add_init_script(STEPS % f"{HELPERS} {FONTS}")
    before = open_changed(guest, site + FORM, "")
    wait_for_message(guest, OFF)
    assert guest.holds("self.isChanged")
    assert guest.page.evaluate(STATE) == before
    [line] = guest.console
    assert line.startswith(OFF)


NOTICE = """__START.workerEvents.push(["waiting", "", "another"]);
    dispatchEvent(new CustomEvent("worker:waiting", { detail: { build: "another" } }));"""
ONLY_NOTICE = "localStorage.setItem('notice:ready', 'yes')"
"""JavaScript that suppresses the offline notice, which could replace the tested notice."""
NOTICED = "document.querySelector('[role=status] button')"
TAKEN_OUT = "document.querySelector('[role=status] > div').remove();"
CLOSED = "__START.workerEvents.push(['waiting', '', null]); dispatchEvent(new CustomEvent('worker:waiting'));"


def test_a_hydrated_document_in_which_react_misses_an_element(browser: Browser, site: str) -> None:
    with visitor(browser, worker=True, **VISITOR) as guest:
        guest.page.add_init_script(ONLY_NOTICE)
        guest.opens(site + FORM)
        guest.until("document.querySelector('form').noValidate")
        fill(guest.page)
        guest.until("document.querySelector('[role=status]')")
        change(guest.page, NOTICE)
        guest.until(NOTICED)
        before = guest.page.evaluate(STATE)
        change(guest.page, f"{FONTS}; {TAKEN_OUT} {CLOSED}")
        wait_for_message(guest, OFF)
        guest.until("document.querySelector('form').noValidate")
        guest.settle()
        assert guest.page.evaluate(STATE) == before
        assert len([line for line in guest.console if OFF in line]) == 1
        reject(guest.page, "the ink has dried")
        wait_for_message(guest, "the ink has dried")
        guest.settle()
        assert guest.page.evaluate(STATE) == before


@pytest.mark.main
def test_the_form_of_a_changed_document_has_its_extra(guest: Visitor, site: str) -> None:
    open_changed(guest, site + FORM, FONTS)
    guest.until("document.querySelector('form').noValidate")
    guest.page.select_option("[name=what]", "cards")
    guest.page.fill("[name=pieces]", "200")
    expect(guest.page.locator("#inquiry-estimate")).not_to_be_empty()
    assert guest.page.input_value("[name=message]") == TEXT


def test_without_its_extra_the_form_of_a_changed_document_is_sent_by_the_browser(
    browser: Browser, inquiry_site: InquirySite
) -> None:
    with visitor(browser, **VISITOR) as guest:
        page = guest.page
        page.add_init_script(FAST_CLOCK)
        page.route("**/inquiry.*.js", lambda route: route.abort())
        open_changed(guest, inquiry_site.url + FORM, FONTS)
        page.fill("[name=name]", "Jan")
        page.fill("[name=email]", "jan@example.com")
        page.select_option("[name=what]", "other")
        with page.expect_navigation():
            page.locator("form [type=submit]").click()
        [kept] = inquiry_site.stored()
        assert kept.inquiry.message == TEXT
        page.go_back()
        page.locator("footer a[href='/en/links']").click()
        page.wait_for_url(f"{inquiry_site.url}/en/links")
        expect(page.locator("h1")).to_be_visible()


def test_back_in_a_changed_document_leads_to_the_page_before(guest: Visitor, site: str) -> None:
    page = guest.page
    guest.opens(f"{site}/en/about")
    page.evaluate("document.querySelector('footer a[href=\"/en/links\"]').click()")
    page.wait_for_url(f"{site}/en/links")
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {HELPERS} {FONTS} }})")
    page.reload()
    guest.acts()
    wait_for_message(guest, OFF)
    page.evaluate("self.isHere = true; location.hash = 'content'")
    page.evaluate("history.back()")
    page.wait_for_url(f"{site}/en/links")
    assert page.evaluate("self.isHere")
    page.evaluate("history.back()")
    page.wait_for_url(f"{site}/en/about")
    expect(page.locator("h1")).to_have_text(heading("/en/about"))


def test_a_page_that_needs_the_application_is_rendered_again(guest: Visitor, site: str) -> None:
    guest.page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {HELPERS} {FONTS} }})")
    guest.reads(f"{site}/en/bam")
    guest.until(DRAWN)
    wait_for_message(guest, "error: Recovered: ")
    expect(guest.page.locator("main font")).to_have_count(0)
    [line] = guest.console
    assert line.startswith("error: Recovered: ")


@pytest.mark.parametrize("path", ["/en/bam", "/en/patreon/private"])
def test_a_page_that_needs_the_application_and_misses_an_element_is_loaded_again(
    browser: Browser, site: str, path: str
) -> None:
    with visitor(browser, worker=True, **VISITOR) as guest:
        guest.page.add_init_script(ONLY_NOTICE)
        guest.opens(site + path)
        guest.until("document.querySelector('[role=status]')")
        change(guest.page, NOTICE)
        guest.until(NOTICED)
        guest.page.evaluate("self.isHere = true")
        change(guest.page, TAKEN_OUT + CLOSED)
        guest.until(f"!self.isHere && {DRAWN}")


def test_a_form_stays_where_a_component_of_the_page_fails(guest: Visitor, site: str) -> None:
    break_on_load(guest.page, FORM, RENDER, "a plate is upside down")
    before = open_changed(guest, site + FORM, "")
    wait_for_message(guest, OFF)
    assert guest.page.evaluate(STATE) == before
    mounting, off = guest.console
    assert mounting.startswith("error: Error while mounting app: ") and "a plate is upside down" in mounting
    assert off.startswith(OFF)
