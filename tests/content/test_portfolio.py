"""Every work in the portfolio has its own name and pictures."""

from app.components.pictures import names
from app.content.portfolio import PORTFOLIO

WORKS = [work for category in PORTFOLIO for work in category.works]
PICTURES = [shown.picture for work in WORKS for shown in (work, *work.views)]


def test_names_are_unique() -> None:
    assert len({work.slug for work in WORKS}) == len({work.alt.msgid for work in WORKS}) == len(WORKS)


def test_every_picture_exists_and_belongs_to_one_work() -> None:
    assert set(PICTURES) <= set(names())
    assert len(set(PICTURES)) == len(PICTURES)


def test_home_has_works_to_show() -> None:
    assert any(work.featured for work in WORKS), "mark at least one work as `featured`"
