"""The gallery: words in the language in use, looks that its script asks for, links that work without the script."""

import json
import re
from collections.abc import Mapping

import pytest

from app.components import html as h
from app.components.pictures import WIDTHS
from app.content.portfolio import PORTFOLIO, Category
from app.extras.gallery import LABELS, Gallery, enlarged, gallery
from app.i18n import DEFAULT, LANGUAGES, Language, use
from app.pages.portfolio_category import page
from app.settings import ROOT
from tests.support.rendered import Element, rendered

SCRIPT = ROOT / "app/extras/gallery/gallery.js"
LARGE = re.compile(r"^#([\w-]+)/large$")
"""The hash of an open picture, as `gallery.js` reads it."""


def shown(category: Category) -> Element:
    [found] = rendered(page(category.slug)).all("Gallery")
    return found


def props(element: Element) -> Mapping[str, str]:
    """The script of each prop."""
    return {name: str(element[name]) for name in ("labels", "looks")}


def test_its_script_stands_beside_it() -> None:
    assert str(Gallery.create().library).removeprefix("$/") == SCRIPT.relative_to(ROOT).as_posix()
    assert f"export function {Gallery.create().tag}(" in SCRIPT.read_text()


def test_the_script_is_given_what_it_asks_for() -> None:
    given = props(*rendered(gallery(h.p("A row"))).all("Gallery"))
    for prop, script in given.items():
        asked = set(re.findall(rf"\b{prop}\.(\w+)", SCRIPT.read_text()))
        assert asked and asked == set(re.findall(r'\["(\w+)"\] : ', script)), prop


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_its_words_are_in_the_language_in_use(language: Language) -> None:
    with use(language):
        labels = props(*rendered(gallery(h.p("A row"))).all("Gallery"))["labels"]
        assert json.dumps(str(LABELS["close"])) in labels
    assert ('"Close"' in labels) == (language != DEFAULT)
    assert "{number}" in labels and "{count}" in labels


@pytest.mark.parametrize("category", PORTFOLIO, ids=lambda category: category.slug)
def test_every_work_of_a_category_hangs_in_it(category: Category) -> None:
    figures = shown(category).all("figure")
    assert [figure["id"] for figure in figures] == [work.slug for work in category.works]
    for figure in figures:
        [link] = [link for link in figure.all("a") if link.all("picture")]
        assert len(link.all("img")) == len(figure.all("figcaption")) == 1
        assert LARGE.match(f"#{figure['id']}/large"), "an id that no address of a large picture can have"


def test_the_link_of_a_picture_leads_to_its_largest_jpeg() -> None:
    link = rendered(enlarged("weddings-2", h.span("picture")))
    assert link.name == "a" and link.text == "picture"
    widths = [*WIDTHS, 1600]
    assert re.fullmatch(rf"/pictures/weddings-2-({'|'.join(map(str, widths))})\.[0-9a-f]+\.jpg", link["href"])
    assert "weddings-2-1600." in link["href"], "the master is 1600 pixels wide"
