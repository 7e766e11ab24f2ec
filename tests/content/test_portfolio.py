"""Every work in the portfolio has its own name and pictures. Prices include everything that the captions mention."""

import re

from app.components.pictures import names
from app.content.portfolio import PORTFOLIO

WORKS = [work for category in PORTFOLIO for work in category.works]
PICTURES = [shown.picture for work in WORKS for shown in (work, *work.views)]

COLOURS = {"one colour": 1, "two colours": 2, "three colours": 3, "three passes": 3}
EXTRAS = r"gsm|edge|folded|deboss|dyed|silver|board|plywood|envelope|numbering|oil"
"""A pattern for papers and extras that the form's estimates never include."""


def test_names_are_unique() -> None:
    assert len({work.slug for work in WORKS}) == len({work.alt.msgid for work in WORKS}) == len(WORKS)


def test_every_picture_exists_and_belongs_to_one_work() -> None:
    assert set(PICTURES) <= set(names())
    assert len(set(PICTURES)) == len(PICTURES)


def test_home_has_works_to_show() -> None:
    assert any(work.featured for work in WORKS), "mark at least one work as `featured`"


def test_a_price_includes_what_the_caption_names() -> None:
    priced = [(work.technique.msgid, work.like) for work in WORKS if work.like]
    for technique, like in priced:
        assert {number for words, number in COLOURS.items() if words in technique} == {like.colours}, technique
        assert re.findall(r"edition of (\d+)", technique) in ([], [str(like.pieces)]), technique
        assert not re.search(EXTRAS, technique), technique
    assert priced
