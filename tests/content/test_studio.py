import re
import subprocess
import sys
from dataclasses import replace
from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.content import club
from app.content.content_line import FOLD, escape, fold
from app.content.studio import STUDIO, Account, Hours
from app.content.vcard import vcard
from app.folders import ROOT
from app.i18n import LANGUAGES, use

RENAMED = """
from dataclasses import replace
from app.content import studio

socials = (studio.Social("Patreon", "https://www.patreon.com/kvas"),)
names = {"name": "Třetí & kvas", "short_name": "Kvas", "legal_name": "Kvas, s. r. o.", "email": "a@kvas.example"}
studio.STUDIO = replace(studio.STUDIO, socials=socials, **names)

from app.content.club import CLUB_URL
from app.content.portfolio import PORTFOLIO
from app.content.press_kit import LOGO, PHOTOGRAPHS
from app.content.vcard import vcard, vcard_path
from app.extras.dates.workshops import workshop_dates
from app.i18n import language_of, use
from app.members.patreon_api import USER_AGENT
from app.pages import print_ready
from app.server.errors import MINIMAL
from pwa.manifest import manifest

with use(language_of("/en")):
    print(CLUB_URL, USER_AGENT, MINIMAL, *LOGO.values(), PHOTOGRAPHS[0].file, vcard_path(language_of("/en")), vcard())
    print(manifest(language_of("/en")), print_ready.page(), workshop_dates())
print([work.client for category in PORTFOLIO for work in category.works])
"""
"""A program that renames the studio and prints everything that must contain the new name."""


def _unfolded(text: str) -> list[str]:
    return text.replace("\r\n ", "").split("\r\n")


def test_hours_on_a_weekday():
    hours = Hours((2, 3), time(10), time(18))
    assert [replace(STUDIO, hours=(hours,)).hours_on(weekday) for weekday in (1, 2, 3)] == [None, hours, hours]
    assert all(hours.opens < hours.closes for hours in STUDIO.hours)


def test_an_account_may_be_written_as_banks_do():
    account = Account(" cz65 0800 0000 1920\u00a00014 5399", "giba czpx ")
    assert (account.iban, account.bic) == ("CZ6508000000192000145399", "GIBACZPX")
    assert account.domestic == "19-2000145399/0800"


@pytest.mark.parametrize(
    ("iban", "bic", "field"),
    [
        ("CZ6508000000192000145398", "GIBACZPX", "iban"),
        ("CZ6508000000192000143599", "GIBACZPX", "iban"),
        ("CZ650800000019200014539", "GIBACZPX", "iban"),
        ("19-2000145399/0800", "GIBACZPX", "iban"),
        ("", "GIBACZPX", "iban"),
        ("CZ6508000000192000145399", "GIBACZP", "bic"),
        ("CZ6508000000192000145399", "", "bic"),
    ],
)
def test_a_typing_error_in_an_account_is_reported(iban: str, bic: str, field: str):
    with pytest.raises(ValueError, match=f"^{field}: "):
        Account(iban, bic)


@pytest.mark.skipif(not STUDIO.email.endswith(".example"), reason="only the example's company is fictitious")
def test_the_company_id_and_the_data_box_are_invalid_on_purpose():
    digits = [int(digit) for digit in STUDIO.company_id]
    weighted = sum(digit * weight for digit, weight in zip(digits, range(8, 1, -1), strict=False))
    assert len(digits) == 8
    assert digits[-1] != (11 - weighted % 11) % 10
    assert len(STUDIO.data_box) == 7 and "0" in STUDIO.data_box


@given(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"])))
def test_long_lines_are_folded(line: str):
    folded = fold(line)
    assert folded.replace("\r\n ", "") == line
    assert all(len(part.encode()) <= FOLD for part in folded.split("\r\n"))


def test_separators_are_escaped():
    assert escape("a;b,c\\d\ne") == r"a\;b\,c\\d\ne"


def test_the_vcard_has_the_studio_s_data():
    for language in LANGUAGES:
        with use(language):
            card = vcard()
        lines = _unfolded(card)
        assert card.endswith("END:VCARD\r\n")
        assert lines[:2] == ["BEGIN:VCARD", "VERSION:3.0"]
        assert f"FN:{STUDIO.name}" in lines
        assert f"ORG:{escape(STUDIO.legal_name)}" in lines
        assert f"TEL;TYPE=WORK,VOICE:{STUDIO.phone.replace(' ', '')}" in lines
        address = f"ADR;TYPE=WORK:;;{STUDIO.street};{STUDIO.city};;{STUDIO.postcode};"
        assert any(line.startswith(address) for line in lines)
        assert "\n" not in card.replace("\r\n", "")


def test_another_name_is_used_everywhere():
    printed = subprocess.run(
        [sys.executable, "-c", RENAMED], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    assert re.findall(r"(?i)\S*otisk\S*", printed) == []
    assert "treti-kvas.vcf" in printed and "kvas-a5.pdf" in printed and ">Třetí &amp; kvas<" in printed


def test_the_club_needs_its_page_on_patreon(monkeypatch):
    monkeypatch.setattr(club, "STUDIO", replace(STUDIO, socials=()))
    with pytest.raises(LookupError, match=r"`socials` of STUDIO .* needs a `Patreon`"):
        club.club_url()
