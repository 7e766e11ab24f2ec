"""The content security policy blocks injected styles and scripts. Data in pages cannot run as scripts."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.visitor import Visitor, visitor
from tests.support.waiting import wait_for_message

COLOR = "color => getComputedStyle(document.querySelector('h1')).color"
VIOLATION = "violates the following Content Security Policy directive"


@pytest.mark.parametrize("path", ["/", "/portfolio/posters"])
def test_placeholders_are_shown_until_pictures_are_loaded(browser: Browser, site: str, path: str) -> None:
    with visitor(browser, java_script_enabled=False) as guest:
        guest.page.route("**/pictures/**", lambda route: route.abort())
        guest.reads(site + path)
        pictures = guest.page.locator("picture img").all()
        shown = [picture.evaluate("image => getComputedStyle(image).backgroundImage") for picture in pictures]
        assert shown and all(each.startswith('url("data:image/webp;base64,') for each in shown)
        assert [said for said in guest.console if VIOLATION in said] == []


STYLES = (
    "document.querySelector('h1').setAttribute('style', 'color: rgb(1, 2, 3)')",
    "document.querySelector('main').insertAdjacentHTML('afterbegin', '<h1 style=\"color: rgb(1, 2, 3)\">x</h1>')",
    "document.head.append(Object.assign(document.createElement('style'), {textContent: 'h1{color:rgb(1,2,3)}'}))",
)
"""JavaScript that inserts a style as an attribute, as markup and as an element."""


def test_foreign_styles_are_refused(guest: Visitor, site: str) -> None:
    guest.reads(f"{site}/about")
    for attack in STYLES:
        guest.console.clear()
        guest.page.evaluate(f"() => {{ {attack} }}")
        assert guest.page.evaluate(COLOR) != "rgb(1, 2, 3)"
        wait_for_message(guest, VIOLATION)


def test_foreign_scripts_are_refused(guest: Visitor, site: str) -> None:
    guest.reads(f"{site}/about")
    # The second text starts with a script that the policy allows, but has another hash.
    for text in ("window.ran = true", "{start}window.ran = true"):
        guest.console.clear()
        guest.page.evaluate(
            """(text) => {
                const script = document.createElement("script");
                script.textContent = text.replace("{start}", () => document.scripts[document.scripts.length - 1].text);
                document.head.append(script);
            }""",
            text,
        )
        assert guest.page.evaluate("window.ran") is None
        wait_for_message(guest, VIOLATION)


def test_the_inks_of_a_poster_mix(guest: Visitor, site: str) -> None:
    guest.opens(f"{site}/bam")
    for _ in range(2):
        modes = guest.page.locator("[role=img] .ink").evaluate_all(
            "inks => inks.map((ink) => getComputedStyle(ink).mixBlendMode)"
        )
        assert modes and set(modes) == {"multiply"}
        guest.page.locator("main button").first.click()
        expect(guest.page.get_by_role("main").get_by_role("status")).not_to_be_empty()
    guest.settle()
    assert guest.troubles == []
