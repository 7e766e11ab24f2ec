"""All share images have the same size. Each shows a complete picture on a paper-coloured background."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageColor

from app.components.share import MARGIN, PAPER, SIZE
from app.http.export import SITE
from app.pages import meta_of
from app.routes import places
from app.settings import settings
from builder import share
from builder.index import page_file
from builder.share import render
from tests.support.pages import all_of
from tests.support.site_texts import page_of

WITHOUT_PICTURE = {
    *("pricing-business", "pricing-weddings", "inquiry", "inquiry-thanks", "inquiry-held", "booking"),
    *("vouchers-check", "vouchers-order"),
}
"""Pages without a picture of their own. Their share images show a picture from the portfolio."""


def printed_on(file: Path) -> tuple[int, int, int, int]:
    """Returns the left, top, right and bottom edges of the picture in a share image."""
    with Image.open(file) as opened:
        assert (opened.size, opened.format) == (SIZE, "JPEG")
        paper = Image.new("RGB", SIZE, ImageColor.getrgb(PAPER))
        difference = ImageChops.difference(opened.convert("RGB"), paper).convert("L")
        return difference.point([0] * 24 + [255] * 232).getbbox() or (0, 0, 0, 0)


@pytest.mark.parametrize("size", [(2000, 1333), (1280, 1600)])
def test_the_complete_picture_is_in_the_middle(masters: Path, tmp_path: Path, size: tuple[int, int]):
    Image.new("RGB", size, "#1d1b19").save(masters / "dark.jpg")
    left, top, right, bottom = printed_on(tmp_path / render("dark", tmp_path))
    assert (right - left) / (bottom - top) == pytest.approx(size[0] / size[1], rel=0.02)
    assert (top, bottom) == (pytest.approx(MARGIN, abs=4), pytest.approx(SIZE[1] - MARGIN, abs=4))
    assert left == pytest.approx(SIZE[0] - right, abs=4)


@pytest.mark.nightly
def test_two_runs_write_the_same_bytes(masters: Path, tmp_path: Path):
    one, two = (folder / render("wide", folder) for folder in (tmp_path / "one", tmp_path / "two"))
    assert (one.name, one.read_bytes()) == (two.name, two.read_bytes())


def test_existing_files_are_not_rendered_again(masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    first = render("wide", tmp_path)
    monkeypatch.setattr(share, "write_share_image", lambda *_: pytest.fail("made again"))
    assert render("wide", tmp_path) == first


@all_of(places())
def test_a_page_is_shared_with_a_picture_that_it_shows(place):
    shown = {image["src"] for image in page_of(place).all("img") if "src" in image.attributes}
    own = {name for name in (meta_of(place).picture,) if name}
    assert place.route.name in WITHOUT_PICTURE or {f"/pictures/{name}.jpeg" for name in own} <= shown
    assert bool(own) == bool(shown) or place.route.name in WITHOUT_PICTURE


@pytest.mark.usefixtures("built")
@all_of(places())
def test_the_picture_of_a_built_page_exists(place):
    html = (SITE / page_file(place.path)).read_text()
    [named] = re.findall(r'<meta content="([^"]*)" property="og:image"', html)
    assert (SITE / named.removeprefix(f"{settings().site_url}/")).is_file()
