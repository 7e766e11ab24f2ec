"""No picture is wider than its original. File names contain a hash. Placeholders are tiny pictures."""

import base64
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from app.components import pictures
from app.components.pictures import ENCODERS, Derived, derive, derived_from
from tests.support.masters import lay_master


def widths(derived: Derived) -> list[int]:
    return [width for _, width in derived.sources["image/avif"]]


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("wide", [600, 800, 1200, 2000]),
        ("between", [600, 800, 1200, 1600]),
        ("upright", [600, 800, 1200]),
        ("small", [300]),
    ],
)
def test_offers_widths_up_to_the_masters(masters: Path, name: str, offered: list[int]) -> None:
    lay_master(masters, "between", (1600, 1067))
    assert widths(derive(name)) == offered


def test_says_the_masters_size_and_a_fallback(masters: Path) -> None:
    derived = derive("wide")
    assert (derived.name, derived.width, derived.height) == ("wide", 2000, 1333)
    assert re.fullmatch(r"/pictures/wide-1200\.[0-9a-f]{10}\.jpg", derived.fallback)
    assert derived.fallback in [url for url, _ in derived.sources["image/jpeg"]]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("ENCODERS", tuple(replace(encoder, options=(("quality", 1),)) for encoder in ENCODERS)),
        ("MAX_PHONE_BYTES", 1),
        ("PHONE_WIDTH", 1),
        ("RESAMPLING", Image.Resampling.BOX),
        ("REDUCING_GAP", 1),
        ("__version__", "1.0"),
    ],
)
def test_other_settings_mean_other_names(
    masters: Path, monkeypatch: pytest.MonkeyPatch, setting: str, value: object
) -> None:
    master, uncached = (masters / "small.jpg").read_bytes(), derived_from.__wrapped__
    before = uncached("small", master).files.keys()
    monkeypatch.setattr(pictures, setting, value)
    assert uncached("small", master).files.keys().isdisjoint(before)


def test_another_master_means_other_names(masters: Path) -> None:
    before = derive("small").files.keys()
    lay_master(masters, "small", (300, 200), "#1d1b19")
    assert derive("small").files.keys().isdisjoint(before)


def test_placeholder_is_a_tiny_picture_of_the_same_shape(masters: Path) -> None:
    head, data = derive("upright").placeholder.split(",")
    assert head == "data:image/webp;base64"
    assert len(data) < 400
    with Image.open(BytesIO(base64.b64decode(data))) as opened:
        assert opened.size == (12, 15)


@pytest.mark.parametrize("name", ["nothing", "../masters/small", ""])
def test_an_unknown_name_lists_the_known_ones(masters: Path, name: str) -> None:
    (masters / "._wide.jpg").touch()
    with pytest.raises(FileNotFoundError, match=r"There are: small, upright, wide\."):
        derive(name)


def test_a_similar_name_is_suggested(masters: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"There is no picture `uprihgt`\. Did you mean `upright`\?$"):
        derive("uprihgt")


@pytest.mark.parametrize("file", ["stamp.png", "DSC_1.JPG"])
def test_a_picture_in_another_format_is_named(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / file).touch()
    monkeypatch.setattr(pictures, "MASTERS", tmp_path)
    with pytest.raises(FileNotFoundError, match=f"^assets/pictures/{file} is not a .jpg: .*`make photograph FROM="):
        pictures.master_of(Path(file).stem)
