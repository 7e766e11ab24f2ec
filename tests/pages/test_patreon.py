from app.routes import ROUTES, Place
from tests.support.languages import CZECH, ENGLISH
from tests.support.site_texts import page_of


def test_the_czech_page_has_the_english_names_of_the_tiers() -> None:
    czech, english = (page_of(Place(ROUTES["patreon"], language)).text for language in (CZECH, ENGLISH))
    assert "anglická jména: Proof, Edition a\N{NO-BREAK SPACE}Archive." in czech
    assert "On Patreon, the tiers are called" not in english
