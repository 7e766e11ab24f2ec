"""The privacy notice and the terms match the code and the law."""

import re
from pathlib import Path

import pytest

from app.content.privacy import BROWSER_DATA, INQUIRY_DAYS, LANGUAGE_DAYS, PERSONAL_DATA, PRIVACY, SESSION_DAYS
from app.content.studio import STUDIO
from app.content.terms import ADR_URL, TERMS
from app.folders import ROOT
from app.i18n import use
from app.i18n.detection import COOKIE
from app.members import login, session
from app.routes import Place, places
from app.settings import Settings
from tests.support.languages import CZECH
from tests.support.site_texts import page_of, page_texts

DAY = 24 * 60 * 60
SCRIPT = (ROOT / "app/i18n/language_cookie.js").read_text()
PAGES = [place for place in places() if place.route.name in ("privacy", "terms")]


def said(place: Place) -> str:
    return " ".join(" ".join(page_texts(page_of(place))).replace("\u00a0", " ").split())


def place_of(name: str) -> Place:
    [found] = [place for place in places() if place.name == f"{name}-{CZECH.code}"]
    return found


def test_the_notice_says_how_long_inquiries_are_kept() -> None:
    assert Settings.model_fields["inquiries_days"].default == INQUIRY_DAYS


def test_the_notice_says_how_long_sessions_and_the_language_are_kept() -> None:
    assert session.SESSION_TTL_SECONDS == SESSION_DAYS * DAY
    assert login.KNOWN_BROWSER_TTL_SECONDS == 180 * DAY, "the notice says half a year"
    assert re.findall(r"MAX_AGE_SECONDS = ([\d *]+);", SCRIPT) == [f"{LANGUAGE_DAYS} * 24 * 60 * 60"]


def test_the_notice_names_every_cookie() -> None:
    sources = [file.read_text() for file in Path(ROOT / "app").rglob("*.py")]
    ours = {name for source in sources for name in re.findall(r'own_name\("(\w+)"', source)} | {COOKIE}
    assert ours == {"session", "signin", "i18n_redirected"} <= {data.name for data in BROWSER_DATA}


@pytest.mark.parametrize("occasion", PERSONAL_DATA, ids=lambda data: data.occasion.msgid)
def test_whatever_is_kept_has_a_ground_in_the_regulation(occasion) -> None:
    with use(CZECH):
        assert re.search(r"čl\.\s6 odst\.\s1 písm\.\s[abcf]\)", str(occasion.why))


@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.path)
def test_both_say_who_we_are(place: Place) -> None:
    facts = [STUDIO.legal_name, STUDIO.company_id, STUDIO.street, STUDIO.email]
    assert [fact for fact in facts if fact not in said(place)] == []


def test_the_terms_say_what_a_consumer_has_to_be_told() -> None:
    text = said(place_of("terms"))
    for duty in ("§ 1837 písm. d)", "14 dnů", "24 měsíců", "30 dnů", "Českou obchodní inspekci", STUDIO.vat_id):
        assert duty in text, duty
    links = {link["href"] for link in page_of(place_of("terms")).all("a")}
    assert ADR_URL in links


def test_the_notice_says_whom_one_may_complain_to() -> None:
    text = said(place_of("privacy"))
    assert "Úřadu pro ochranu osobních údajů" in text and "námitku" in text and "odvolat" in text


@pytest.mark.parametrize("clauses", [PRIVACY, TERMS], ids=["privacy", "terms"])
def test_every_clause_has_a_place_of_its_own(clauses) -> None:
    assert len({clause.slug for clause in clauses}) == len(clauses)
