import pytest

from app.i18n.catalogs.check import problems


@pytest.mark.nightly  # `make check` also runs this command
def test_nothing_is_missing() -> None:
    assert problems() == []
