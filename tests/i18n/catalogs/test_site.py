"""The site's own catalogs are complete, as defined in `test_check.py`."""

from app.i18n.catalogs.check import problems


def test_nothing_is_missing() -> None:
    assert problems() == []
