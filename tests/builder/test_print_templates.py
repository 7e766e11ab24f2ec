import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.content.print_ready import BLEED, FORMATS, Format
from app.i18n import LANGUAGES, use
from builder.fonts import DERIVED, make
from builder.print_templates import pdf, svg, write
from builder.print_templates.drawing import drawing_of
from tests.support.languages import CZECH, ENGLISH

SVG = "{http://www.w3.org/2000/svg}"
POINTS = 72 / 25.4

each_format = pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.slug)


@pytest.fixture(scope="module")
def font() -> Path:
    return make(DERIVED)[0].file


def boxes(data: bytes) -> dict[str, list[float]]:
    found = re.findall(rb"/(\w+Box) \[([\d. ]+)\]", data)
    return {name.decode(): [float(number) for number in values.split()] for name, values in found}


def size(box: list[float]) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


@each_format
def test_an_svg_is_as_large_as_the_format(format_: Format) -> None:
    with use(ENGLISH):
        drawn = drawing_of(format_)
        root = ElementTree.fromstring(svg.render(drawn))
    assert root.get("width") == f"{drawn.page.width:g}mm" and root.get("viewBox") == (
        f"0 0 {drawn.page.width:g} {drawn.page.height:g}"
    )
    rectangles = {each.get("id"): each for each in root.iter(f"{SVG}rect")}
    measures = {
        name: tuple(float(each.get(side, "")) for side in ("width", "height")) for name, each in rectangles.items()
    }
    assert measures == {
        "trim": (format_.width, format_.height),
        "bleed": (format_.width + 2 * format_.bleed, format_.height + 2 * format_.bleed),
        "safe": (format_.width - 2 * format_.safe, format_.height - 2 * format_.safe),
    }
    assert [group.get("id") for group in root.findall(f"{SVG}g")] == ["Guides", "Print"]


@each_format
def test_a_pdf_has_the_boxes_that_prepress_reads(format_: Format, font: Path) -> None:
    with use(CZECH):
        drawn = drawing_of(format_)
        found = boxes(pdf.render(drawn, font))
    assert size(found["MediaBox"]) == pytest.approx((drawn.page.width * POINTS, drawn.page.height * POINTS), abs=0.01)
    assert size(found["TrimBox"]) == pytest.approx((format_.width * POINTS, format_.height * POINTS), abs=0.01)
    grown = 2 * format_.bleed * POINTS
    wide, high = size(found["TrimBox"])
    assert size(found["BleedBox"]) == pytest.approx((wide + grown, high + grown), abs=0.01)


def test_guides_are_a_spot_colour_that_overprints(font: Path) -> None:
    with use(ENGLISH):
        data = pdf.render(drawing_of(FORMATS[0]), font)
    assert b"/Separation /Guides" in data
    assert b"/OP true" in data and b"/op true" in data
    assert not re.search(rb"/Device(RGB|Gray)\b", data)


@each_format
def test_everything_is_on_the_sheet_and_marks_are_outside_the_bleed(format_: Format) -> None:
    with use(CZECH):
        drawn = drawing_of(format_)
    for mark in drawn.marks:
        assert min(mark.x1, mark.x2) >= 0 and max(mark.x1, mark.x2) <= drawn.page.width
        assert min(mark.y1, mark.y2) >= 0 and max(mark.y1, mark.y2) <= drawn.page.height
        inside = [
            drawn.trim.x - BLEED < x < drawn.trim.x + format_.width + BLEED
            and drawn.trim.y - BLEED < y < drawn.trim.y + format_.height + BLEED
            for x, y in ((mark.x1, mark.y1), (mark.x2, mark.y2))
        ]
        assert not any(inside)
    assert all(words.y <= drawn.page.height - 2 for words in drawn.legend)
    assert drawn.legend[0].y > drawn.trim.y + format_.height + format_.bleed


def test_every_format_has_reproducible_files_in_every_language(tmp_path: Path, font: Path) -> None:
    written = []
    for name in ("one", "two"):
        write(tmp_path / name, font)
        files = sorted(file for file in (tmp_path / name).rglob("*") if file.is_file())
        written.append({file.relative_to(tmp_path / name).as_posix(): file.read_bytes() for file in files})
    assert written[0] == written[1]
    assert set(written[0]) == {
        format_.file(language, suffix) for format_ in FORMATS for language in LANGUAGES for suffix in ("svg", "pdf")
    }


@pytest.mark.nightly
def test_the_typeface_has_no_time_stamp(font: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = set()
    for seconds in (3_000_000_000, 4_000_000_000):
        monkeypatch.setattr("fontTools.ttLib.tables._h_e_a_d.timestampNow", lambda now=seconds: now)
        made.add(pdf.true_type(font))
    assert len(made) == 1


def test_the_legend_is_in_the_language() -> None:
    said = {}
    for language in (CZECH, ENGLISH):
        with use(language):
            said[language.code] = " ".join(words.text for words in drawing_of(FORMATS[0]).legend)
    assert "Spadávka: 3 mm" in said["cs"] and "90 × 50 mm" in said["cs"]
    assert "Bleed: 3 mm" in said["en"] and "90 × 50 mm" in said["en"]
