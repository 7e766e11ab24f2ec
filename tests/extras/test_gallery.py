import json
import re

import pytest

from app.components import html as h
from app.components.pictures import WIDTHS
from app.content.portfolio import PORTFOLIO, Category
from app.extras.gallery import LABELS, LOOKS, enlarged, gallery
from app.folders import ROOT
from app.i18n import DEFAULT, LANGUAGES, Language, use
from app.pages.portfolio_category import page
from tests.support.rendered import Element, rendered

LARGE = re.compile(r"^#([\w/-]+)/large$")


def shown(category: Category) -> Element:
    sections = page(category.slug)
    return rendered(h.fragment(*(h.div(section.content, section.over, id=section.id) for section in sections)))


def test_the_scripts_use_exactly_the_classes_that_exist() -> None:
    scripts = "".join(each.read_text() for each in (ROOT / "app/extras/gallery").glob("*.js"))
    assert set(re.findall(r"(?<![/\w])looks\.(\w+)", scripts)) == set(LOOKS)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_labels_are_in_the_current_language(language: Language) -> None:
    with use(language):
        [element] = rendered(gallery()).all("Gallery")
        labels = str(element["labels"])
        assert json.dumps(str(LABELS["close"])) in labels
    assert ('"Close"' in labels) == (language != DEFAULT)
    assert "{number}" in labels and "{count}" in labels


@pytest.mark.parametrize("category", PORTFOLIO, ids=lambda category: category.slug)
def test_every_work_of_a_category_hangs_in_it(category: Category) -> None:
    whole = shown(category)
    assert len(whole.all("Gallery")) == 1
    assert len(whole.all("figure")) == sum(1 + len(work.views) for work in category.works)
    for work in category.works:
        [section] = [each for each in whole.all("div") if each.attributes.get("id") == work.slug]
        slides = [each["id"] for each in section.all("div") if "slide" in str(each.attributes.get("className")).split()]
        assert slides == [f"{work.slug}/{number}" for number in range(1, 2 + len(work.views))] * bool(work.views)
        for figure in section.all("figure"):
            [link] = [link for link in figure.all("a") if link.all("picture")]
            assert len(link.all("img")) == len(figure.all("figcaption")) == len(figure.all("h2", "h3")) == 1
        for name in slides or [work.slug]:
            assert LARGE.match(f"#{name}/large"), "the id does not fit into a hash"


def test_the_link_of_a_picture_leads_to_its_largest_jpeg() -> None:
    link = rendered(enlarged("weddings-2", h.span("picture")))
    assert link.name == "a" and link.text == "picture"
    widths = [*WIDTHS, 1600]
    assert re.fullmatch(rf"/pictures/weddings-2-({'|'.join(map(str, widths))})\.[0-9a-f]+\.jpg", link["href"])
    assert "weddings-2-1600." in link["href"], "the master is 1600 pixels wide"
