from PIL import Image

from app.components.pictures import MASTERS
from app.folders import is_stray

MAX_SIDE_PX = 2000
MAX_TOTAL_BYTES = 12_000_000


def test_masters_are_small_rgb_jpegs() -> None:
    files = [file for file in MASTERS.iterdir() if not is_stray(file)]
    assert sum(file.stat().st_size for file in files) <= MAX_TOTAL_BYTES
    for file in files:
        with Image.open(file) as picture:
            assert (file.suffix, picture.format, picture.mode) == (".jpg", "JPEG", "RGB"), file.name
            assert max(picture.size) <= MAX_SIDE_PX, file.name
