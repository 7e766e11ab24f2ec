"""The pictures' masters: each is in the catalog and the other way round, and together they stay small."""

from app.components.pictures import MASTERS
from tools.photographs.__main__ import CARD
from tools.photographs.catalogue import CATALOG

LIMIT = 12_000_000


def test_every_master_is_in_the_catalog_and_every_picture_has_its_master() -> None:
    assert {master.stem for master in MASTERS.glob("*.jpg")} == {*CATALOG} - {CARD}
    assert (MASTERS.parent / f"{CARD}.jpg").is_file()


def test_masters_stay_small() -> None:
    assert sum(master.stat().st_size for master in MASTERS.iterdir()) <= LIMIT
