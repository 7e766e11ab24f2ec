"""The HTML of full-page sections is complete before any JavaScript runs."""

import pytest

from app.components import html as h
from app.extras.fullpage import Section, full_page, pager, slide, slides
from app.i18n import LANGUAGES, _, use
from tests.support.rendered import Element, rendered

SECTIONS = (
    Section("one", _("Work"), h.p("1")),
    Section("two", "2", slides(slide("a", id="two/1"), slide("b", id="two/2"), labelled_by="two-heading"), tone="ink"),
)


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.code)
def page(request) -> Element:
    with use(request.param):
        return rendered(full_page("/here", SECTIONS, end=h.footer("the end")))


def test_navigation_comes_before_the_sections(page):
    """`fullpage.js` needs the navigation before the sections."""
    assert page.name == "FullPage"
    assert [child.name for child in page.children if isinstance(child, Element)] == ["nav", "div"]


def test_navigation_names_every_section(page):
    [navigation] = page.all("nav")
    assert [link["href"] for link in navigation.all("a")] == ["/here#one", "/here#two"]
    assert all(link.text.strip() for link in navigation.all("a"))
    assert navigation["aria-label"]


def test_sections_have_ids_and_can_be_focused(page):
    sections = page.all("section")
    assert [section["id"] for section in sections] == ["one", "two"]
    assert all("section" in section["className"].split() for section in sections)
    assert all(str(section["tabIndex"]) == "-1" for section in sections)
    assert [section["data-tone"] for section in sections] == ["", "ink"]


def test_the_end_is_outside_the_main_content(page):
    [main] = page.all("main")
    assert main.all("footer") == [] and len(page.all("footer")) == 1


def test_slides_are_a_region_that_the_keyboard_can_scroll(page):
    [scroller] = [each for each in page.all("div") if each.attributes.get("role") == "region"]
    assert scroller["aria-labelledby"] == "two-heading" and str(scroller["tabIndex"]) == "0"
    assert [each["id"] for each in scroller.all("div")[1:]] == ["two/1", "two/2"]


@pytest.mark.parametrize(("number", "links"), [(1, ["/#w/2"]), (2, ["/#w/1", "/#w/3"]), (3, ["/#w/2"])])
def test_pager_leads_to_the_neighbours(number, links):
    turns = rendered(pager("/#w/", number, 3)).all("a")
    assert [turn["href"] for turn in turns] == links
    assert all(turn["aria-label"] and turn["rel"] in ("prev", "next") for turn in turns)
