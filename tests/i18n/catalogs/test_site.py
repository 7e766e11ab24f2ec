"""The site's own catalogs are complete (`test_check.py` defines that)."""

from app.i18n.catalogs.check import problems


def test_nothing_is_missing() -> None:
    assert problems() == []
