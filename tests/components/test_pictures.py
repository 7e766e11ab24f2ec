"""Derived pictures: right sizes, right names, the same bytes every time, nothing made twice."""

import base64
import hashlib
import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from app.components import pictures
from app.components.pictures import ENCODERS, Derived, derive


def _master(folder: Path, name: str, size: tuple[int, int], color: str = "#d6402b") -> None:
    gradient = Image.linear_gradient("L").resize(size)
    Image.composite(Image.new("RGB", size, color), Image.new("RGB", size, "#f3ecdf"), gradient).save(
        folder / f"{name}.jpg", quality=85
    )


@pytest.fixture
def masters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three masters, in place of the project's."""
    folder = tmp_path / "masters"
    folder.mkdir()
    _master(folder, "wide", (2000, 1333))
    _master(folder, "upright", (1280, 1600))
    _master(folder, "small", (300, 200))
    monkeypatch.setattr(pictures, "MASTERS", folder)
    return folder


def _widths(derived: Derived) -> list[int]:
    return [width for _, width in derived.sources["image/avif"]]


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize(
    ("name", "widths"),
    [("wide", [480, 800, 1200, 2000]), ("upright", [480, 800, 1200]), ("small", [300])],
)
def test_offers_widths_up_to_the_masters(masters: Path, tmp_path: Path, name: str, widths: list[int]) -> None:
    assert _widths(derive(name, tmp_path / "out")) == widths


def test_a_master_between_two_steps_is_offered_whole(masters: Path, tmp_path: Path) -> None:
    _master(masters, "between", (1600, 1067))
    assert _widths(derive("between", tmp_path / "out")) == [480, 800, 1200, 1600]


def test_every_source_is_a_picture_of_its_type_and_width(masters: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    derived = derive("wide", out)
    assert list(derived.sources) == [encoder.type for encoder in ENCODERS]
    for media_type, offered in derived.sources.items():
        for url, width in offered:
            with Image.open(out / url.removeprefix("/pictures/")) as opened:
                assert opened.get_format_mimetype() == media_type
                assert opened.size == (width, round(1333 * width / 2000))
                assert not opened.getexif()


def test_says_the_masters_size_and_a_fallback(masters: Path, tmp_path: Path) -> None:
    derived = derive("wide", tmp_path / "out")
    assert (derived.name, derived.width, derived.height) == ("wide", 2000, 1333)
    assert re.fullmatch(r"/pictures/wide-1200\.[0-9a-f]{10}\.jpg", derived.fallback)
    assert derived.fallback in [url for url, _ in derived.sources["image/jpeg"]]


def test_names_carry_the_hash_of_master_and_settings(masters: Path, tmp_path: Path) -> None:
    derived = derive("small", tmp_path / "out")
    for encoder in ENCODERS:
        digest = hashlib.sha256((masters / "small.jpg").read_bytes() + repr(encoder).encode()).hexdigest()[:10]
        assert derived.sources[encoder.type] == ((f"/pictures/small-300.{digest}.{encoder.suffix}", 300),)


def test_a_changed_master_gets_new_names(masters: Path, tmp_path: Path) -> None:
    before = derive("small", tmp_path / "out")
    _master(masters, "small", (300, 200), "#1d1b19")
    after = derive("small", tmp_path / "out")
    assert not set(before.sources["image/avif"]) & set(after.sources["image/avif"])


def test_placeholder_is_a_tiny_picture_of_the_same_shape(masters: Path, tmp_path: Path) -> None:
    head, data = derive("upright", tmp_path / "out").placeholder.split(",")
    assert head == "data:image/webp;base64"
    assert len(data) < 400
    with Image.open(BytesIO(base64.b64decode(data))) as opened:
        assert opened.size == (12, 15)


def test_two_runs_write_the_same_bytes(masters: Path, tmp_path: Path) -> None:
    first, second = derive("upright", tmp_path / "one"), derive("upright", tmp_path / "two")
    assert first == second
    assert _contents(tmp_path / "one") == _contents(tmp_path / "two")


def test_makes_nothing_twice(masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    first = derive("wide", out)
    monkeypatch.setattr(pictures, "_save", lambda *_: pytest.fail("encoded again"))
    assert derive("wide", out) == first


def test_makes_again_only_what_is_gone(masters: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    derived = derive("small", out)
    before = _contents(out)
    untouched = out / derived.sources["image/webp"][0][0].removeprefix("/pictures/")
    stamp = untouched.stat().st_mtime_ns
    (out / derived.fallback.removeprefix("/pictures/")).unlink()
    derive("small", out)
    assert _contents(out) == before
    assert untouched.stat().st_mtime_ns == stamp


def test_a_failed_encoding_leaves_nothing_behind(
    masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self, file, *_, **__):
        file.write(b"half a picture")
        raise OSError("disk full")

    monkeypatch.setattr(Image.Image, "save", fail)
    with pytest.raises(OSError, match="disk full"):
        derive("small", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("name", ["nothing", "../masters/small", ""])
def test_an_unknown_name_is_answered_with_the_known_ones(masters: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(FileNotFoundError, match="small, upright, wide"):
        derive(name, tmp_path / "out")
