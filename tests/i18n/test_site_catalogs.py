"""The catalogs of the site as they are: whole (`test_catalogs.py` has what that means)."""

from app.i18n.catalogs import check


def test_nothing_is_missing() -> None:
    assert check() == []
