from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from app.content.studio import STUDIO
from app.i18n import Language
from tests.support.visitor import Visitor, visitor

VISITOR: dict[str, Any] = {"viewport": {"width": 794, "height": 1123}}


def shown(page: Page, selector: str) -> list[str]:
    return page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)]
            .filter((element) => element.getClientRects().length).map((element) => element.textContent)""",
        selector,
    )


@pytest.mark.parametrize(
    "path", ["", "/pricing/weddings", pytest.param("/vouchers/workshop", marks=pytest.mark.nightly)]
)
def test_a_page_on_paper(browser: Browser, site: str, path: str, language: Language) -> None:
    with visitor(browser, locale=language.tag, color_scheme="dark", **VISITOR) as guest:
        guest.reads(site + (language.prefix + path or "/"))
        page = guest.page
        assert shown(page, "nav, header details, [hreflang]")
        page.emulate_media(media="print")
        assert shown(page, "nav, button, header details, [hreflang], main a.border-2") == []
        assert shown(page, "header > a") and shown(page, "footer address") and shown(page, "h1")
        colors = page.evaluate(
            """[getComputedStyle(document.documentElement).backgroundColor, ...new Set(
                [...document.querySelectorAll("p")].filter((text) => text.getClientRects().length && text.textContent)
                    .map((text) => getComputedStyle(text).color))]"""
        )
        assert colors[0] == "rgb(255, 255, 255)"
        assert set(colors[1:]) <= {"rgb(0, 0, 0)", "rgb(68, 68, 68)", "rgb(184, 50, 31)"}
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the paper"


@pytest.mark.parametrize("path", ["/", pytest.param("/portfolio/weddings", marks=pytest.mark.nightly)])
def test_slides_are_printed_below_one_another(guest: Visitor, site: str, path: str) -> None:
    guest.opens(site + path)
    guest.page.emulate_media(media="print")
    slides = guest.page.evaluate(
        """[...document.querySelectorAll(".slide")].map((slide) => [
            slide.getBoundingClientRect(),
            slide.querySelector(":scope > .panel").offsetWidth / document.querySelector("main").offsetWidth,
            getComputedStyle(slide).breakInside,
        ])"""
    )
    assert len(slides) > 1
    assert len({box["left"] for box, _, _ in slides}) == 1
    assert all(below["top"] >= box["bottom"] for (box, _, _), (below, _, _) in pairwise(slides))
    assert not [each for each in slides if each[1] < 0.9 or each[2] != "avoid"]


def test_forms_are_printed_with_what_was_typed(guest: Visitor, site: str) -> None:
    guest.reads(f"{site}/inquiry")
    guest.page.locator("#inquiry-message").fill("one more line\n" * 60)
    guest.page.emulate_media(media="print")
    text = "document.getElementById('inquiry-message')"
    assert guest.page.evaluate(f"{text}.scrollHeight <= {text}.clientHeight")


@pytest.mark.parametrize("path", ["/booking", "/vouchers/order"])
def test_forms_that_only_have_buttons_are_not_printed(guest: Visitor, site: str, path: str) -> None:
    guest.reads(site + path)
    forms = "[...document.forms].filter((form) => (form.hidden = false, form.checkVisibility())).length"
    assert guest.page.evaluate(forms)
    guest.page.emulate_media(media="print")
    assert not guest.page.evaluate(forms)


def test_profiles_are_printed(guest: Visitor, site: str) -> None:
    guest.reads(f"{site}/links")
    guest.page.emulate_media(media="print")
    assert len(shown(guest.page, "main a[rel~=me]")) == len(STUDIO.socials)


def test_answers_and_urls_of_links_are_printed(guest: Visitor, site: str) -> None:
    guest.reads(f"{site}/pricing")
    guest.page.emulate_media(media="print")
    heights = guest.page.evaluate(
        """[...document.querySelectorAll("h2")].map((heading) => [
            parseFloat(getComputedStyle(heading, "::after").height),
            heading.nextElementSibling?.getBoundingClientRect().top - heading.getBoundingClientRect().top || 0,
        ])"""
    )
    assert heights, "a heading takes the space of what follows along, so that no page ends after it"
    assert not [height for height in heights if not height[0] > 150 > height[1]]
    heights = guest.page.evaluate(
        "[...document.querySelectorAll('main details > p')].map((answer) => answer.getBoundingClientRect().height)"
    )
    assert heights and all(height > 10 for height in heights)
    guest.page.goto(f"{site}/contact")
    link = "document.querySelector('main li a[href^=http]')"
    assert guest.page.evaluate(f"getComputedStyle({link}, '::after').content === JSON.stringify({link}.href)")
