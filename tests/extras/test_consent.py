"""The consent question is translated into every language. The pages' HTML does not contain the question."""

import json

import pytest

from app.extras import consent
from app.folders import ROOT
from app.i18n import LANGUAGES
from app.routes import Place, places
from tests.support.site_texts import page_of


def test_labels_exist_in_every_language_and_both_buttons_look_the_same() -> None:
    view = json.loads(consent.module())
    assert list(view["labels"]) == [language.code for language in LANGUAGES]
    assert {tuple(labels) for labels in view["labels"].values()} == {tuple(consent.LABELS)}
    script = (ROOT / "app/extras/consent/ask.js").read_text()
    assert [name for name in consent.LOOKS if f"looks.{name}" not in script] == []
    assert script.count("looks.action") == 2


@pytest.mark.parametrize("place", places(), ids=lambda place: place.path)
def test_every_page_has_only_the_control_in_its_footer(place: Place) -> None:
    page = page_of(place)
    [control] = page.all("Consent")
    assert [footer for footer in page.all("footer") if footer.all("Consent")]
    assert json.loads(consent.module())["labels"][place.language.code]["title"] in str(control["label"])
