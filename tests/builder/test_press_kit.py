import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from app.content import press_kit
from app.content.press_kit import CONTACT, DPI, LOGO, PHOTOGRAPHS, printed_size
from app.content.studio import STUDIO
from app.i18n import LANGUAGES
from app.routes import places
from builder.fonts import DERIVED, make
from builder.press_kit import write
from tests.support.site_texts import page_of

MIN_PRINT_WIDTH_CM = 15


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    write(folder, font=make(DERIVED)[-1].file)
    return folder


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_page_offers_every_file_and_a_person(kit: Path, language) -> None:
    [place] = [place for place in places() if place.name == f"press-{language.code}"]
    links = {link["href"] for link in page_of(place).all("a")}
    files = [*(photograph.file for photograph in PHOTOGRAPHS), *LOGO.values()]
    assert len(PHOTOGRAPHS) == 5 and all((kit / file).is_file() for file in files)
    assert {*(f"/{file}" for file in files), f"mailto:{CONTACT.email}", STUDIO.phone_url} <= links


def test_an_unknown_contact_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"^Eva Malá is not in PEOPLE .*: choose a press contact"):
        press_kit._contact("Eva Malá")


def test_photographs_are_large_enough_to_print(kit: Path) -> None:
    for photograph in PHOTOGRAPHS:
        with Image.open(kit / photograph.file) as opened:
            assert opened.format == "JPEG" and opened.width / DPI * 2.54 >= MIN_PRINT_WIDTH_CM, photograph.file
    assert printed_size(2000, 1333) == "16 × 11 cm", "rounded down"


def test_the_logo_is_outlines_in_both_formats(kit: Path) -> None:
    svg, pdf = (kit / LOGO["svg"]).read_text(), (kit / LOGO["pdf"]).read_bytes()
    assert "<text" not in svg and svg.count("Z") >= len(STUDIO.name.replace(" ", ""))
    [width, height] = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
    assert width > height > 10
    assert pdf.startswith(b"%PDF-") and b"/FontFile" not in pdf


def test_a_name_with_an_ampersand_is_valid_in_the_logo(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("builder.press_kit.STUDIO", replace(STUDIO, name="Otisk & Tisk"))
    write(tmp_path, font=make(DERIVED)[-1].file)
    assert "Otisk & Tisk" in ElementTree.parse(tmp_path / LOGO["svg"]).getroot().itertext()


def test_the_files_are_reproducible(kit: Path, tmp_path: Path) -> None:
    write(tmp_path, font=make(DERIVED)[-1].file)
    assert all((tmp_path / file).read_bytes() == (kit / file).read_bytes() for file in LOGO.values())
