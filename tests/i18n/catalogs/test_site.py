"""The site's own translations are complete."""

from app.i18n.catalogs.check import problems


def test_nothing_is_missing() -> None:
    assert problems() == []
