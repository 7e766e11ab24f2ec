"""The original pictures have the right format and dimensions, and do not exceed the limit on their total size."""

from PIL import Image

from app.components.pictures import MASTERS

MAX_SIDE_PX = 2000
MAX_TOTAL_BYTES = 12_000_000


def test_masters_are_small_rgb_jpegs() -> None:
    assert sum(file.stat().st_size for file in MASTERS.iterdir()) <= MAX_TOTAL_BYTES
    for file in MASTERS.iterdir():
        with Image.open(file) as picture:
            assert (file.suffix, picture.format, picture.mode) == (".jpg", "JPEG", "RGB"), file.name
            assert max(picture.size) <= MAX_SIDE_PX, file.name
