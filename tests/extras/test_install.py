"""Every page ends with the offer to install the site, in the page's language."""

import json

import pytest

from app.extras.install import LABELS, install
from app.i18n import DEFAULT, LANGUAGES, use
from app.i18n.typography import polish
from app.routes import Place, places
from tests.support.rendered import rendered
from tests.support.site_texts import page_of


def test_labels_are_in_the_current_language() -> None:
    for language in LANGUAGES:
        with use(language):
            [offer] = rendered(install()).all("Install")
            words = [polish(str(label), language.code) for label in LABELS.values()]
        assert [word for word in words if json.dumps(word) not in str(offer["labels"])] == []
        assert (words[0] == LABELS["install"].msgid) == (language != DEFAULT)


@pytest.mark.parametrize("place", places(), ids=lambda place: place.path)
def test_every_page_offers_it_once_at_its_end(place: Place) -> None:
    page = page_of(place)
    assert len(page.all("Install")) == 1
    assert [footer for footer in page.all("footer") if footer.all("Install")]
