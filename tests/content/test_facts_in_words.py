"""Numbers that are written as words in texts agree with the data."""

from datetime import datetime

import pytest

from app.content.people import PEOPLE
from app.content.presses import PLATEN, PROOF
from app.content.pricing import BUSINESS_PACKAGES, BUSINESS_SIGNS, POSTERS, SMALL_SIGNS, WEDDING_SETS
from app.content.print_ready import FORMATS
from app.content.privacy import PLATE_YEARS
from app.content.vouchers import WORKSHOP_CLOSES, WORKSHOP_OPENS
from app.content.workshops import WORKSHOPS
from tests.support.site_texts import catalog_texts

HOURS = (
    datetime.combine(datetime.min, WORKSHOP_CLOSES) - datetime.combine(datetime.min, WORKSHOP_OPENS)
).seconds / 3600
FACTS = [
    ("Two people, two presses", "Dva lidé, dva lisy", (len(PEOPLE), len({PLATEN, PROOF})), (2, 2)),
    ("Only the two of us", "jen my dva", len(PEOPLE), 2),
    ("three hours", "tři hodiny", HOURS, 3),
    ("On Saturdays", "V sobotu", {workshop.starts.isoweekday() for workshop in WORKSHOPS}, {6}),
    ("for three years", "Tři roky", PLATE_YEARS, 3),
    ("for forty households", "pro čtyřicet domácností", WEDDING_SETS[0], 40),
]


@pytest.mark.parametrize(("english", "czech", "value", "said"), FACTS, ids=[fact[0] for fact in FACTS])
def test_words_agree_with_the_data(english: str, czech: str, value: object, said: object) -> None:
    texts = catalog_texts()
    assert any(english in text for text, _czech in texts) and any(czech in text for _english, text in texts)
    assert value == said, f"texts with “{english}” and “{czech}” are out of date"


def test_the_largest_package_costs_little_more_than_its_parts() -> None:
    _card, desk, front_door = (package.crowns for package in BUSINESS_PACKAGES)
    small, _door, hours, above = (row.prices[0] for row in BUSINESS_SIGNS.rows)
    manual = front_door - (desk + above + hours + SMALL_SIGNS * small + POSTERS.rows[1].prices[0])
    assert 0 < manual < 2000


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.slug)
def test_every_template_fits_a_press(format_) -> None:
    needed = sorted(side + 2 * format_.bleed for side in (format_.width, format_.height))
    sheets = [sorted((press.width, press.height)) for press in (PLATEN, PROOF)]
    assert any(needed[0] <= sheet[0] and needed[1] <= sheet[1] for sheet in sheets)
