import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from app.content import vouchers
from app.content.club import TIERS
from app.content.privacy import BACKUP_DAYS, BROWSER_DATA, INQUIRY_DAYS, LANGUAGE_DAYS, PERSONAL_DATA, SESSION_DAYS
from app.content.studio import STUDIO
from app.content.terms import ADR_ADDRESS, ADR_URL
from app.content.vouchers import LOWEST_VALUE, VOUCHERS, ValidityPeriods
from app.content.withdrawal import FORM
from app.database import takeover
from app.folders import ROOT
from app.http import shares
from app.http.cookies import own_name
from app.i18n import Language, Text, use
from app.i18n.detection import COOKIE
from app.inquiries.limits import SENDER_RETENTION_SECONDS
from app.members import login, membership, session
from app.members.models import Standing
from app.members.patreon import Identity
from app.members.sign_in_limits import SUSPECT_TTL_SECONDS
from app.members.tabs import TAB_TTL_SECONDS
from app.routes import ROUTES, Place, places
from app.settings import load
from app.vouchers.choice import ANY, Choice
from tests.support.content import content_with
from tests.support.languages import CZECH, ENGLISH
from tests.support.site_texts import page_of, page_texts

DAY = 24 * 60 * 60
SCRIPT = (ROOT / "app/i18n/language_cookie.js").read_text()
PAGES = [place for place in places() if place.route.name in ("privacy", "terms")]


def text_of(place: Place) -> str:
    return " ".join(" ".join(page_texts(page_of(place))).replace("\u00a0", " ").split())


def place_of(name: str) -> Place:
    [found] = [place for place in places() if place.name == f"{name}-{CZECH.code}"]
    return found


def test_the_notice_has_the_retention_of_inquiries_and_ip_addresses() -> None:
    assert load().inquiries_days == INQUIRY_DAYS
    assert SENDER_RETENTION_SECONDS == DAY
    assert shares.FAILURE_TTL_SECONDS == 3600 > max(SUSPECT_TTL_SECONDS, TAB_TTL_SECONDS)
    notice = text_of(place_of("privacy"))
    assert (
        f"{INQUIRY_DAYS} dnů" in notice
        and "nejdéle hodinu po vašem odchodu" in notice
        and "na jeden den i otisk adresy" in notice
    )


def test_backups_are_deleted_when_the_notice_says() -> None:
    guide = (ROOT / "docs/operations.md").read_text()
    deleted = dict(re.findall(r"find (\S+) -name 'otisk-\*\.tar' -mtime \+(\d+) -delete", guide))
    assert set(re.findall(r"(?:TO=| backup )(/var/\S+)", guide)) == deleted.keys()
    assert {int(whole_days) + 2 for whole_days in deleted.values()} == {BACKUP_DAYS}, "the oldest are 29 days old"
    assert f"before they are {BACKUP_DAYS} days old" in guide and takeover.RETENTION_SECONDS == BACKUP_DAYS * DAY
    assert f"v zálohách nejdéle {BACKUP_DAYS} dnů" in text_of(place_of("privacy"))


def test_the_notice_has_the_lifetime_of_cookies() -> None:
    assert session.SESSION_TTL_SECONDS == SESSION_DAYS * DAY
    assert login.KNOWN_BROWSER_TTL_SECONDS == 180 * DAY, "the notice says half a year"
    assert login.STATE_TTL_SECONDS == 600, "the notice says ten minutes"
    assert re.findall(r"MAX_AGE_SECONDS = ([\d *]+);", SCRIPT) == [f"{LANGUAGE_DAYS} * 24 * 60 * 60"]


def test_the_notice_has_what_the_server_stores_about_members() -> None:
    assert membership.CACHE_TTL_SECONDS == DAY
    notice = text_of(place_of("privacy"))
    for stored in (
        "na našem serveru úroveň členství a to, jestli je zaplacené",
        "úroveň členství a to, jestli je zaplacené, jeden den",
        f"vaše číslo na Patreonu na {SESSION_DAYS} dnů",
        f"{SESSION_DAYS} dnů od poslední změny",
    ):
        assert stored in notice, stored


def test_the_notice_names_recordings_of_ordinary_visits() -> None:
    [rate] = re.findall(r"replaysSessionSampleRate: ([\d.]+)", (ROOT / "app/monitoring/sentry.js").read_text())
    recorded = [data.occasion.msgid for data in PERSONAL_DATA if "recording" in data.what.msgid]
    assert (float(rate) > 0) == ("You use the site" in recorded)


@pytest.mark.parametrize("hosting", ["server", "static"])
def test_the_notice_names_the_address_for_prints_by_post(monkeypatch: pytest.MonkeyPatch, hosting: str) -> None:
    is_promised = any("by post" in each.msgid for tier in TIERS for each in tier.gets)
    rows = content_with(monkeypatch, "privacy", hosting=hosting)["PERSONAL_DATA"]
    is_named = any("prints" in row.occasion.msgid and "postal address" in row.what.msgid for row in rows)
    assert is_promised == is_named


@pytest.mark.parametrize(
    ("language", "learnt"),
    [
        (CZECH, "jméno, vaše číslo na Patreonu, číslo a úroveň členství a jestli je zaplacené."),
        (ENGLISH, "your name, your Patreon ID, the ID and the tier of your membership, and whether it’s paid."),
    ],
)
def test_the_sign_in_says_what_the_site_learns(language: Language, learnt: str) -> None:
    assert [each.name for each in fields(Identity)] == ["user", "name", "member", "standing"]
    assert [each.name for each in fields(Standing)] == ["status", "tiers"]
    assert learnt in text_of(Place(ROUTES["patreon-private"], language))


def test_withdrawn_consent_only_stops_the_counting() -> None:
    [until] = [data.until.msgid for data in PERSONAL_DATA if "count visits" in data.occasion.msgid]
    assert "14 months at most" in until and "until you withdraw" not in until
    assert "choose 14 months" in (ROOT / "docs/architecture.md").read_text()


STUDIO_ONLY = {"desk", "desk_browser"}
"""The cookies of the studio's staff. The privacy notice omits these cookies, because visitors never get them."""


@pytest.mark.parametrize("site_url", ["http://otisk.test", "https://otisk.test"])
def test_the_notice_names_every_cookie(monkeypatch: pytest.MonkeyPatch, site_url: str) -> None:
    sources = [file.read_text() for file in Path(ROOT / "app").rglob("*.py")]
    ours = {name for source in sources for name in re.findall(r'own_name\("(\w+)"', source)} | {COOKIE}
    assert ours - STUDIO_ONLY == {"session", "signin", "i18n_redirected"}
    named = {data.name for data in content_with(monkeypatch, "privacy", site_url=site_url)["BROWSER_DATA"]}
    is_secure = site_url.startswith("https:")
    assert {"i18n_redirected", *(own_name(name, secure=is_secure) for name in ("session", "signin"))} <= named


def test_the_notice_names_what_closed_notices_store() -> None:
    """The site itself deletes the IDs of old inquiries. Only visitors can delete `notice:*` and `install`."""
    [key] = re.findall('CLOSED_KEY = "(.+)"', (ROOT / "app/extras/inquiry/waiting_key.js").read_text())
    named = [data.name.split(", ") for data in BROWSER_DATA]
    assert ["inquiry", "inquiries", key] in named and ["notice:*", "install"] in named


@pytest.mark.parametrize(
    ("changes", "host"),
    [
        ({}, None),
        ({"hosting": "static"}, None),
        ({"hosting": "static", "inquiries_endpoint": "https://forms.test:8443/f/1"}, "forms.test"),
        ({"inquiries_endpoint": "https://forms.test/f/1"}, None),
    ],
)
def test_the_notice_names_the_form_service_of_a_static_site(monkeypatch, changes, host) -> None:
    [others] = [each for each in content_with(monkeypatch, "privacy", **changes)["PRIVACY"] if each.slug == "others"]
    services = [each.values["host"] for each in others.paragraphs if "form service" in each.msgid]
    assert services == ([host] if host else [])


@pytest.mark.parametrize("occasion", PERSONAL_DATA, ids=lambda data: data.occasion.msgid)
def test_all_personal_data_has_a_legal_basis(occasion) -> None:
    with use(CZECH):
        assert re.search(r"čl\.\s6 odst\.\s1 písm\.\s[abcf]\)", str(occasion.why))


@pytest.mark.parametrize("place", PAGES, ids=lambda place: place.path)
def test_both_documents_identify_the_studio(place: Place) -> None:
    facts = [STUDIO.legal_name, STUDIO.company_id, STUDIO.street, STUDIO.email]
    assert [fact for fact in facts if fact not in text_of(place)] == []


def test_the_terms_have_the_validity_of_every_voucher() -> None:
    with use(CZECH):
        kinds = [(str(each.name), each.months) for each in VOUCHERS]
        kinds.append(("libovolná částka", Choice(ANY, LOWEST_VALUE).months))
    text = text_of(place_of("terms"))
    assert [kind for kind in kinds if f"{kind[0]} {kind[1]} měsíců" not in text] == []


def test_a_kind_of_voucher_keeps_its_capital(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of the vouchers' validity must not change a name's capital letter. German nouns start with a capital."""
    monkeypatch.setattr(vouchers, "VOUCHERS", (replace(VOUCHERS[0], name=Text("Werkstatt")),))
    assert str(ValidityPeriods()).startswith("Werkstatt 12")


def test_the_terms_apply_to_any_number_of_languages() -> None:
    assert "Liší-li se jazykové verze, platí česká." in text_of(place_of("terms"))
    recipe = (ROOT / "docs/how-to.md").read_text().partition("## Add a language")[2].partition("\n## ")[0]
    assert "`app/content/terms.py`" in recipe and "`IN_FORCE`" in recipe


def test_the_terms_have_what_consumer_law_requires() -> None:
    with use(CZECH):
        form = [str(line) for line in FORM]
    text = text_of(place_of("terms"))
    assert ADR_ADDRESS in text and all(line in text for line in form)
    for duty in ("§ 1837 písm. d)", "§ 1837 písm. j)", "14 dnů", "24 měsíců", "30 dnů", "Českou obchodní inspekci"):
        assert duty in text, duty
    assert STUDIO.vat_id in text
    links = {link["href"] for link in page_of(place_of("terms")).all("a")}
    assert ADR_URL in links


def test_the_notice_names_the_supervisory_authority() -> None:
    text = text_of(place_of("privacy"))
    assert "Úřadu pro ochranu osobních údajů" in text and "námitku" in text and "odvolat" in text
