"""The portfolio: every work has its own name and pictures."""

from app.content.portfolio import PORTFOLIO

WORKS = [work for category in PORTFOLIO for work in category.works]


def test_every_category_has_eight_pieces_with_its_own_pictures() -> None:
    for category in PORTFOLIO:
        assert [work.picture for work in category.works] == [f"{category.slug}-{n}" for n in range(1, 9)]


def test_names_are_unique() -> None:
    assert len({work.slug for work in WORKS}) == len({work.alt.msgid for work in WORKS}) == len(WORKS)


def test_some_work_is_featured_from_every_category() -> None:
    assert 5 <= sum(work.featured for work in WORKS) <= 8
    assert all(any(work.featured for work in category.works) for category in PORTFOLIO)


def test_further_views_show_the_same_piece_from_closer_by() -> None:
    for category in PORTFOLIO:
        assert any(work.views for work in category.works)
    for work in WORKS:
        assert [view.picture for view in work.views] == [f"{work.picture}-detail"] * len(work.views)
