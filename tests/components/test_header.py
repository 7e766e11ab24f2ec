import pytest

from app.components.header import MENU, header
from app.content.studio import STUDIO
from app.i18n import LANGUAGES, use
from app.routes import ROUTES, Place, places, url_for
from tests.support.languages import BOTH
from tests.support.pages import all_of
from tests.support.rendered import Element, rendered

MARKED = {
    "about": "about",
    "contact": "contact",
    "inquiry": "inquiry",
    "inquiry-thanks": "inquiry",
    "inquiry-held": "inquiry",
    "pricing": "pricing",
    "pricing-business": "pricing",
    "pricing-weddings": "pricing",
    "vouchers": "vouchers",
    "vouchers-category": "vouchers",
    "vouchers-check": "vouchers",
    "vouchers-order": "vouchers",
    "portfolio": "portfolio",
    "portfolio-category": "portfolio",
    "patreon": "patreon",
    "patreon-callback": "patreon",
    "patreon-private": "patreon",
    "patreon-private-post": "patreon",
}
"""The menu item that the header marks as current, keyed by route. On other routes, the header marks no item."""


def header_of(place: Place) -> Element:
    with use(place.language):
        return rendered(header(place))


@all_of(places())
def test_the_current_part_is_marked_once_in_each_menu(place: Place):
    name = MARKED.get(place.route.name)
    expected = [url_for(name, place.language)] if name else []
    for nav in header_of(place).all("nav"):
        marks = {link["href"]: link["aria-current"] for link in nav.all("Link") if "aria-current" in link.attributes}
        assert list(marks) == expected
        assert set(marks.values()) <= {"page" if name == place.route.name else "true"}


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_both_menus_lead_to_every_part_in_the_language(language):
    with use(language):
        wanted = [(url_for(name, language), str(label)) for name, label in MENU]
    header = header_of(Place(ROUTES["home"], language))
    menus = [[(link["href"], link.text) for link in nav.all("Link")] for nav in header.all("nav")]
    assert menus == [wanted, wanted]
    assert len(set(wanted)) == len(wanted)
    home = header.all("Link")[0]
    assert (home["href"], home.text) == (url_for("home", language), STUDIO.name)


def test_one_item_of_each_menu_looks_like_a_button():
    for nav in header_of(places()[0]).all("nav"):
        filled = [link["href"] for link in nav.all("Link") if "bg-spot" in link["className"].split()]
        assert filled == [url_for("inquiry", LANGUAGES[0])]


def test_the_current_item_is_underlined_because_colour_alone_is_not_enough():
    for link in header_of(Place(ROUTES["about"], LANGUAGES[0])).all("nav")[0].all("Link"):
        assert "aria-[current]:underline" in link["className"].split()


def test_the_menu_of_a_phone_opens_without_javascript():
    [menu] = header_of(places()[0]).all("Menu")
    assert [child.name for child in menu.children if isinstance(child, Element)] == ["summary", "nav"]
    assert menu.all("summary")[0].text
    assert not any(name.startswith("on") for element in menu.elements for name in element.attributes)


def test_labels_are_translated():
    czech, english = ([nav["aria-label"] for nav in header_of(Place(ROUTES["home"], each)).all("nav")] for each in BOTH)
    assert english == ["Main menu"] * 2 and len(set(czech)) == 1 and czech != english
