import json
import re
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from app.content.privacy import BROWSER_DATA
from app.content.studio import STUDIO
from app.extras import consent
from app.i18n import LANGUAGES, use
from app.i18n.catalogs.check import VERBATIM
from app.i18n.typography import NBSP, faults, polish
from app.pages import meta_of
from app.routes import places
from tests.support.languages import BOTH
from tests.support.pages import all_of
from tests.support.site_texts import catalog_texts, component_of, page_of, page_texts

NAMES = VERBATIM | {data.name for data in BROWSER_DATA}
"""Names and strings that the typography check ignores."""
HEADINGS = ("h1", "h2", "h3", "h4")

each_language = pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)


@each_language
@pytest.mark.parametrize("field", ["title", "description"])
def test_title_and_description_are_the_page_s_own(language, field):
    with use(language):
        counted = Counter(str(getattr(meta_of(place), field)) for place in places() if place.language == language)
    assert [text for text, times in counted.items() if times > 1] == []


@all_of(places())
def test_titles_and_descriptions_fit_search_results(place):
    with use(place.language):
        meta = meta_of(place)
        assert 50 <= len(str(meta.description)) <= 170
        assert str(meta.title) and len(meta.full_title) <= 72
        assert STUDIO.name not in str(meta.title), "`full_title` adds the studio's name"


@all_of(places())
def test_headings_are_in_order(place):
    levels = [int(heading.name[1]) for heading in page_of(place).all(*HEADINGS)]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    silent = [heading for heading in page_of(place).all(*HEADINGS) if not heading.text.strip()]
    assert not silent or place.route.private, "only the server knows the titles of posts"


@all_of(places())
def test_ids_are_unique_and_anchors_lead_to_them(place):
    page = page_of(place)
    ids = [element["id"] for element in page.elements if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    within = {
        element["href"][1:] for element in page.elements if str(element.attributes.get("href", "")).startswith("#")
    }
    assert within <= set(ids)


@all_of(places())
def test_pictures_have_an_alt_text_and_no_element_has_css_from_python(place):
    assert all("alt" in image.attributes for image in page_of(place).all("img"))
    assert [element.name for element in page_of(place).elements if "css" in element.attributes] == []


@all_of(places())
def test_status_messages_are_in_the_accessibility_tree_before_they_have_text(place):
    """Screen readers announce a change only if its element was in the accessibility tree before the change."""
    states = [element for element in page_of(place).elements if element.attributes.get("role") == "status"]
    assert [each for each in states if "empty:hidden" in str(each.attributes.get("className"))] == []


@all_of(places())
def test_the_footer_has_the_control_of_consent_and_the_offer_to_install(place):
    page = page_of(place)
    for name in ("Consent", "Install"):
        assert len(page.all(name)) == 1 and any(footer.all(name) for footer in page.all("footer"))
    [control] = page.all("Consent")
    assert json.loads(consent.module())["labels"][place.language.code]["title"] in str(control["label"])


@all_of(places())
def test_only_members_pages_have_state(place):
    hooks = component_of(place)._get_all_hooks().values()
    assert place.route.private or not [data.state for data in hooks if data and data.state]


@cache
def foreign(code: str) -> tuple[set[str], re.Pattern[str]]:
    """Returns the texts of all languages except `code`: texts without placeholders as a set, texts with placeholders as
    a pattern.
    """
    mine, others = (
        {_tidy(line) for text in texts for line in text.split("\n")} for texts in zip(*catalog_texts(), strict=True)
    )
    if code == "cs":
        mine, others = others, mine
    telling = [line for line in others - mine if re.search(r"\w{3}", re.sub(r"{\w+}", "", line))]
    split = [re.split(r"{\w+}", line) for line in telling]
    whole = {parts[0] for parts in split if len(parts) == 1}
    return whole, re.compile("|".join(".+".join(map(re.escape, parts)) for parts in split if len(parts) > 1))


def _tidy(text: str) -> str:
    return " ".join(polish(text, "en").replace(NBSP, " ").split())


@pytest.mark.parametrize("place", [place for place in places() if place.language in BOTH], ids=lambda place: place.path)
def test_no_text_is_in_the_other_language(place):
    found = {_tidy(piece) for piece in page_texts(page_of(place))}
    whole, pattern = foreign(place.language.code)
    assert [piece for piece in found if piece in whole or pattern.fullmatch(piece)] == []
    assert len(found) > 5, "the page has hardly any text"


@all_of(places())
def test_everything_is_typeset(place):
    """Checks the typography of whole pages, which also contain names and numbers. `make check` checks the catalogs."""
    found = {
        piece: list(faults(piece, place.language.code)) for piece in page_texts(page_of(place)) if piece not in NAMES
    }
    assert {piece: wrong for piece, wrong in found.items() if wrong} == {}
    counted = [piece for seats in page_of(place).all("SeatsLeft") for piece in (*seats["free"], seats["otherwise"])]
    assert {each for each in (*page_of(place).texts, *counted) if polish(each, place.language.code) != each} == set()


@all_of(places())
def test_the_note_on_the_second_currency_is_there_once_at_most(place):
    assert sum("The other is an estimate" in piece for piece in page_of(place).texts) <= 1


@all_of(places())
def test_recordings_of_sentry_omit_private_pages(place):
    blocked = [element.name for element in page_of(place).elements if "data-sentry-block" in element.attributes]
    assert blocked == (["main"] if place.route.private else [])
