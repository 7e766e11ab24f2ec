"""The fonts have the expected characters, features and sizes. Building the fonts twice creates identical files."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from app.folders import ROOT
from app.routes import places
from builder import fonts
from builder.fonts import FACES, FEATURES, Font, make, preloads, styles
from tests.support.rendered import Element
from tests.support.site_texts import catalog_texts, page_of, page_texts

BUDGETS = {"normal": 30_000, "italic": 30_000, "League Gothic": 12_000}
MAX_PRELOADED_BYTES = 40_000
SITE_CSS = (ROOT / "app/styles/site.css").read_text()


@pytest.fixture(scope="module")
def made(built: None) -> tuple[Font, ...]:
    return make()


def of(made: tuple[Font, ...], family: str) -> list[Font]:
    return [font for font in made if font.face.family == family]


def glyphs(font: Font) -> dict[str, str]:
    return {chr(code): name for code, name in (font.opened.getBestCmap() or {}).items()}


def table(font: Font, tag: str) -> Any:
    return font.opened[tag]


def displayed(element: Element, inside: bool = False) -> Iterator[str]:
    classes = str(element.attributes.get("className", "")).split()
    inside = (inside or "font-display" in classes) and "font-text" not in classes
    for child in element.children:
        if isinstance(child, Element):
            yield from displayed(child, inside)
        elif inside:
            yield child


def test_the_text_face_has_every_character_of_every_text(made):
    texts = {text for pair in catalog_texts() for text in pair} | {
        piece for place in places() for piece in page_texts(page_of(place))
    }
    used = set("".join(texts)) - {"\n"}
    assert {"ř", "Ž", "„", "≈", "\u00a0"} <= used
    for font in of(made, "Brygada 1918"):
        assert used - set(glyphs(font)) == set(), font.file.name


def test_the_display_face_has_every_character_that_is_set_in_it(made):
    texts = "".join(text for place in places() for text in displayed(page_of(place)))
    used = set(texts + texts.upper()) - {"\n"}
    assert {"Ř", "Č", "?", "5"} <= used
    [font] = of(made, "League Gothic")
    assert used - set(glyphs(font)) == set()


def test_the_alphabets_of_neighbours_are_complete(made):
    letters = "áčďéěíňóřšťúůýž äöü ąćęłńóśźż áéíóöőúüű ľĺŕô àâçèéêëîïôœùûüÿ čđžćš"
    for font in made:
        assert {*letters, *letters.upper(), "ß"} - set(glyphs(font)) == set(), font.file.name


def test_the_text_face_is_variable_and_keeps_the_features_that_styles_ask_for(made):
    for font in of(made, "Brygada 1918"):
        records = [record for tag in ("GSUB", "GPOS") for record in table(font, tag).table.FeatureList.FeatureRecord]
        found = {record.FeatureTag for record in records}
        assert {"onum", "lnum", "tnum", "pnum", "kern", "liga", "case"} <= found <= {*FEATURES}
        [axis] = table(font, "fvar").axes
        assert (axis.axisTag, axis.minValue, axis.defaultValue, axis.maxValue) == ("wght", 400, 400, 700)


def test_files_are_small(made):
    for font in made:
        size = font.file.stat().st_size
        assert 5_000 < size <= BUDGETS.get(font.face.family, BUDGETS[font.face.style]), font.file.name
        assert re.fullmatch(r"/fonts/[a-z0-9-]+\.[0-9a-f]{10}\.woff2", font.url)
    first = [font for font in made if font.face.preloaded]
    assert sum(font.file.stat().st_size for font in first) <= MAX_PRELOADED_BYTES
    assert preloads(made) == [font.url for font in first]
    assert [(font.face.family, font.face.style) for font in first] == [
        ("Brygada 1918", "normal"),
        ("League Gothic", "normal"),
    ]


@pytest.mark.nightly
def test_two_runs_write_the_same_bytes_under_the_same_names(made, tmp_path, monkeypatch):
    monkeypatch.setattr(fonts, "FACES", (FACES[0], FACES[-1]))  # a variable font, and a font with only one weight
    make(tmp_path)
    before = {font.file.name: font.file.read_bytes() for font in (made[0], made[-1])}
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_existing_fonts_are_not_made_again(made, monkeypatch):
    monkeypatch.setattr(fonts, "_face_font", lambda _: pytest.fail("made again"))
    assert make() == made


def test_other_masters_get_other_names(made, monkeypatch, tmp_path):
    for file in {fonts.PACKAGES / face.package / master for face in FACES for master in face.masters.values()}:
        copy = tmp_path / file.relative_to(fonts.PACKAGES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes() + b"\0")
    monkeypatch.setattr(fonts, "PACKAGES", tmp_path)
    assert not {fonts._name(face) for face in FACES} & {font.file.name for font in made}


def test_a_failure_leaves_no_file(made, monkeypatch, tmp_path):
    def fail(self, file, *_, **__):
        file.write(b"half a font")
        raise OSError("disk full")

    monkeypatch.setattr(fonts, "_face_font", lambda _: TTFont())
    monkeypatch.setattr(TTFont, "save", fail)
    with pytest.raises(OSError, match="disk full"):
        make(tmp_path)
    assert list(tmp_path.iterdir()) == []


def rules(css: str) -> list[dict[str, str]]:
    return [dict(re.findall(r"^  ([\w-]+): (.+);$", rule, re.MULTILINE)) for rule in css.split("@font-face ")[1:]]


def test_a_late_face_does_not_shift_the_layout(made):
    faces = [rule for rule in rules(styles(made)) if "url(" in rule["src"]]
    assert [rule["src"] for rule in faces] == [f'url("{font.url}") format("woff2")' for font in made]
    assert {rule["font-display"] for rule in faces} == {"optional"}
    assert [rule["font-weight"] for rule in faces] == ["400 700", "400 700", "400"]


def test_fallbacks_have_the_metrics_of_the_face(made):
    found = [rule for rule in rules(styles(made)) if "local(" in rule["src"]]
    assert len(found) == sum(len(face.fallbacks) for face in FACES)
    for face, fallback, rule in zip(
        *zip(*((f, s) for f in made for s in f.face.fallbacks), strict=True), found, strict=True
    ):
        percent = {name: float(value.removesuffix("%")) / 100 for name, value in rule.items() if value.endswith("%")}
        lines, em = table(face, "hhea"), table(face, "head").unitsPerEm
        for name, units in {"ascent": lines.ascent, "descent": -lines.descent, "line-gap": lines.lineGap}.items():
            assert percent[f"{name}-override"] * percent["size-adjust"] == pytest.approx(units / em, abs=0.002), (
                fallback
            )
        assert 0.5 < percent["size-adjust"] < 1.2


@pytest.mark.parametrize("token", ["text", "display"])
def test_the_style_sheet_names_a_face_and_all_its_fallbacks(token):
    tokens = dict(re.findall(r"--(font-[-\w]+): (.+);", SITE_CSS))
    stack = re.sub(r"var\(--(.+?)\)", lambda other: tokens[other[1]], tokens[f"font-{token}"])
    family, *rest, generic = [name.strip().strip('"') for name in stack.split(",")]
    fallbacks = [[each.name for each in face.fallbacks] for face in FACES if face.family == family]
    assert fallbacks and all(names == rest for names in fallbacks)
    assert generic in ("serif", "sans-serif")
