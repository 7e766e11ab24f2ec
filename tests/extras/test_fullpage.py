import pytest

from app.components import html as h
from app.extras.fullpage import Section, Settings, full_page, pager, slide, slides, with_settings
from app.i18n import _, use
from app.layouts.fullpage import fullpage
from app.routes import places
from tests.support.languages import CZECH
from tests.support.rendered import Element, rendered

SECTIONS = (
    Section("one", _("Work"), h.p("1")),
    Section("two", "2", slides(slide("a", id="two/1"), slide("b", id="two/2"), labelled_by="two-heading"), tone="ink"),
)


@pytest.fixture(scope="module")
def page() -> Element:
    with use(CZECH):
        return rendered(full_page("/here", SECTIONS, end=h.footer("the end")))


def test_navigation_names_every_section_and_comes_before_them(page):
    """The navigation must exist when fullpage.js starts."""
    [navigation, sections, *_dialogs] = [child for child in page.children if isinstance(child, Element)]
    assert (page.name, navigation.name, sections.name) == ("FullPage", "nav", "div")
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
    [row] = scroller.children
    assert [each["id"] for each in row.children] == ["two/1", "two/2"]


@pytest.mark.parametrize(("number", "links"), [(1, ["/#w/2"]), (2, ["/#w/1", "/#w/3"]), (3, ["/#w/2"])])
def test_pager_leads_to_the_neighbours(number, links):
    turns = rendered(pager("/#w/", number, 3)).all("a")
    assert [turn["href"] for turn in turns] == links
    assert all(turn["aria-label"] and turn["rel"] in ("prev", "next") for turn in turns)


CONTRACT: Settings = {"speed": 700, "touch": 5, "fit_delay": 600, "resize_delay": 400}
"""The default settings of full-page sections, as in docs/contract.md."""


def settings_of(page: Element) -> dict[str, object]:
    [component] = page.all("FullPage")
    props = {"speed": "speed", "touch": "touch", "fit_delay": "fitDelay", "resize_delay": "resizeDelay"}
    return {name: component[prop] for name, prop in props.items()}


@pytest.mark.parametrize("own", [{}, {"speed": 900}, {"touch": 10, "fit_delay": 0, "resize_delay": 250}])
def test_a_page_can_have_its_own_settings(own: Settings):
    sections = with_settings(SECTIONS, **own) if own else SECTIONS
    place = places()[0]
    with use(place.language):
        assert settings_of(rendered(fullpage(place, sections))) == {**CONTRACT, **own}


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"speed": -1}, "full_page(speed=-1): expected a whole number from 0 to 10000 (milliseconds)."),
        ({"touch": 101}, "full_page(touch=101): expected a whole number from 0 to 100 (percent)."),
        ({"fit_delay": "600"}, "full_page(fit_delay='600'): expected a whole number"),
        ({"resize_delay": True}, "full_page(resize_delay=True): expected a whole number"),
        ({"speed": 0.5}, "full_page(speed=0.5): expected"),
    ],
)
def test_other_values_fail_with_a_sentence(setting, said):
    with pytest.raises(ValueError) as failure:
        full_page("/here", SECTIONS, end=h.footer("the end"), **setting)
    assert str(failure.value).startswith(said)
