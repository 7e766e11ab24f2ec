import pytest

from app.components import language_switch as module
from app.components.language_switch import language_switch
from app.i18n import LANGUAGES
from app.routes import Place, places
from tests.support.languages import ENGLISH
from tests.support.rendered import rendered


@pytest.mark.parametrize(
    "place", [place for place in places() if place.route.name == "about"], ids=lambda place: place.name
)
def test_it_links_to_every_other_language_of_the_page(place: Place):
    links = rendered(language_switch(place)).all("LanguageLink")
    others = [other for other in place.alternates if other.language != place.language]
    assert [(link["code"], link["href"], link.text) for link in links] == [
        (other.language.code, other.path, other.language.name) for other in others
    ]
    assert [(link["lang"], link["hrefLang"]) for link in links] == [(other.language.code,) * 2 for other in others]
    assert len(links) == len(LANGUAGES) - 1


def test_a_third_language_gets_a_link(monkeypatch):
    place = places()[0]
    monkeypatch.setattr(module.Place, "alternates", (place, place.within(ENGLISH), place.within(ENGLISH)))
    assert len(rendered(language_switch(place)).all("LanguageLink")) == 2
