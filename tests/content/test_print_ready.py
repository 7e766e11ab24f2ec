"""The size limits for print-ready files are consistent. All formats fit on the press."""

from dataclasses import replace

import pytest

from app.content.presses import PROOF
from app.content.print_ready import (
    BLEED,
    CHECKLIST,
    FORMATS,
    SAFE,
    SMALLEST_DOT,
    THINNEST_GAP,
    THINNEST_LINE,
    Format,
    legend,
    measures,
    title,
)
from app.content.studio import STUDIO
from app.i18n import _, use
from tests.support.languages import CZECH, ENGLISH

CARD = Format("card", _("Business card"), 90, 50)


def test_a_gap_is_wider_than_a_line_and_text_keeps_out_of_the_bleed() -> None:
    assert THINNEST_LINE < THINNEST_GAP <= SMALLEST_DOT
    assert SAFE >= BLEED


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.slug)
def test_every_format_fits_on_the_press_with_its_bleed(format_) -> None:
    sides = sorted((format_.width + 2 * format_.bleed, format_.height + 2 * format_.bleed))
    assert sides[0] <= PROOF.width and sides[1] <= PROOF.height
    assert format_.bleed in (0, BLEED) and format_.safe >= SAFE
    assert 2 * format_.safe < min(format_.width, format_.height)


def test_slugs_are_unique_and_files_have_a_language() -> None:
    assert len({format_.slug for format_ in FORMATS}) == len(FORMATS)
    assert CARD.file(CZECH, "svg") == "templates/card.svg"
    assert CARD.file(ENGLISH, "pdf") == "en/templates/card.pdf"


def test_a_legend_and_the_list_of_templates_have_the_measures_of_a_format() -> None:
    plain = replace(CARD, bleed=0)
    with use(ENGLISH):
        lines, without_bleed = list(map(str, legend(CARD))), " ".join(map(str, legend(plain)))
        assert title(CARD) == f"{STUDIO.name} · Business card"
        assert str(measures(CARD)) == "90 × 50 mm, 3 mm of bleed, text at least 4 mm from the edge"
        assert str(measures(replace(plain, safe=8))) == "90 × 50 mm, no bleed, text at least 8 mm from the edge"
    assert lines[0] == "Trimmed size: 90 × 50 mm" and f"{BLEED} mm" in lines[1] and f"{SAFE} mm" in lines[2]
    assert "No bleed" in without_bleed and f"{SAFE} mm" in without_bleed


def test_the_checklist_has_no_measure_that_differs_between_formats() -> None:
    with use(ENGLISH):
        measured = [line for line in map(str, CHECKLIST) if f" {BLEED} mm" in line or f" {SAFE} mm" in line]
    assert measured == []
