from pathlib import Path

import pytest
from PIL import Image, ImageCms

from tools import photograph
from tools.photograph import MAX_SIDE_PX, MIN_SIDE_PX, RefusedError, add

ORIENTATION, CAMERA = 0x0112, 0x0110
TURNED_RIGHT = 6


@pytest.fixture
def taken(tmp_path: Path) -> Path:
    """A photograph of 3000 × 1500 pixels, whose metadata contains a rotation and the camera's name."""
    exif = Image.Exif()
    exif[ORIENTATION], exif[CAMERA] = TURNED_RIGHT, "Camera"
    file = tmp_path / "DSC_1.jpg"
    Image.new("RGB", (3000, 1500), "red").save(file, exif=exif)
    return file


def test_a_photograph_becomes_a_master(tmp_path: Path, taken: Path) -> None:
    said = add(taken, "tins-of-ink", tmp_path)
    file = tmp_path / "tins-of-ink.jpg"
    assert said == f'Added {file} (1000 × 2000). Show it with picture("tins-of-ink", alt=_("…")).'
    with Image.open(file) as picture:
        assert (picture.format, picture.mode, picture.size) == ("JPEG", "RGB", (MAX_SIDE_PX // 2, MAX_SIDE_PX))
        assert not picture.getexif()
    assert b"Camera" not in file.read_bytes()
    assert add(taken, "tins-of-ink", tmp_path).startswith("Replaced ")


SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
SWAPPED = SRGB.replace(b"rXYZ", b"----").replace(b"gXYZ", b"rXYZ").replace(b"----", b"gXYZ")
"""A color profile that swaps sRGB's red and green."""
GRAY = SRGB.replace(b"RGB ", b"GRAY", 1).replace(b"rTRC", b"kTRC").replace(b"\0\2\x66\x66", b"\0\1\0\0")
"""A color profile for grayscale pictures. The same values are lighter than in sRGB."""


@pytest.mark.parametrize(
    ("mode", "profile", "expected"),
    [
        ("RGB", SRGB, (255, 0, 0)),
        ("RGB", SWAPPED, (0, 255, 0)),
        ("RGBA", SWAPPED, (0, 255, 0)),
        ("P", SWAPPED, (255, 0, 0)),  # palette pictures are rare, so they are not converted
        ("L", SWAPPED, (76, 76, 76)),  # an RGB profile in a grayscale picture
        ("L", GRAY, (156, 156, 156)),
        ("LA", GRAY, (156, 156, 156)),
        ("RGB", b"not a profile", (255, 0, 0)),
    ],
)
def test_colors_become_srgb(tmp_path: Path, mode: str, profile: bytes, expected: tuple[int, int, int]) -> None:
    source = tmp_path / "photograph.png"
    Image.new("RGB", (MIN_SIDE_PX, 16), "red").convert(mode).save(source, icc_profile=profile)
    add(source, "inks", tmp_path)
    with Image.open(tmp_path / "inks.jpg") as picture:
        assert "icc_profile" not in picture.info
        found = picture.getpixel((8, 8))
    assert found == pytest.approx(expected, abs=3)


@pytest.mark.parametrize("file", ["scan.png", "scan.tif"])
@pytest.mark.parametrize("mode", ["I;16", "I;16B"])
def test_a_16_bit_grayscale_scan_keeps_its_tones(tmp_path: Path, mode: str, file: str) -> None:
    Image.new(mode, (MIN_SIDE_PX, 16), 128 * 256).save(tmp_path / file)
    add(tmp_path / file, "print", tmp_path)
    with Image.open(tmp_path / "print.jpg") as picture:
        assert picture.getpixel((8, 8)) == (128, 128, 128)


@pytest.mark.parametrize("mode", ["I", "F"])
def test_a_picture_with_32_bits_per_pixel_is_refused(tmp_path: Path, mode: str) -> None:
    Image.new(mode, (MIN_SIDE_PX, 16), 256).save(tmp_path / "scan.tif")
    with pytest.raises(RefusedError, match=r"\(32 bits per pixel\): export it as JPEG or PNG with 8 bits"):
        add(tmp_path / "scan.tif", "print", tmp_path)


@pytest.mark.parametrize("profile", [None, SRGB])
@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_transparent_parts_become_white(tmp_path: Path, mode: str, profile: bytes | None) -> None:
    source = tmp_path / "drawing.png"
    drawing = Image.new("RGBA", (MIN_SIDE_PX, 20)).convert(mode)
    drawing.save(source, icc_profile=profile, transparency=0 if mode == "P" else None)
    assert f"({MIN_SIDE_PX} × 20)" in add(source, "drawing", tmp_path)
    with Image.open(tmp_path / "drawing.jpg") as picture:
        assert picture.getpixel((15, 10)) == (255, 255, 255)


@pytest.mark.parametrize("name", ["", "Inks", "tins of ink", "../inks", "inks.jpg", "-inks"])
def test_a_bad_name_is_refused(tmp_path: Path, taken: Path, name: str) -> None:
    with pytest.raises(RefusedError, match="is not a name"):
        add(taken, name, tmp_path)
    assert sorted(tmp_path.iterdir()) == [taken]


def test_a_file_that_is_no_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="There is no file"):
        add(tmp_path / "missing.jpg", "inks", tmp_path)
    text = tmp_path / "text.jpg"
    text.write_text("not a picture")
    with pytest.raises(RefusedError, match="export it as JPEG or PNG"):
        add(text, "inks", tmp_path)
    assert sorted(tmp_path.iterdir()) == [text]


def test_a_cut_off_picture_is_refused(tmp_path: Path, taken: Path) -> None:
    taken.write_bytes(taken.read_bytes()[:900])
    with pytest.raises(RefusedError, match="cannot be read as a picture"):
        add(taken, "inks", tmp_path)


def test_the_preview_of_a_raw_file_is_refused(tmp_path: Path, taken: Path) -> None:
    add(taken, "inks", tmp_path)
    before, raw = (tmp_path / "inks.jpg").read_bytes(), tmp_path / "DSC_1.NEF"
    Image.new("RGB", (160, MIN_SIDE_PX - 1)).save(raw, "TIFF")
    with pytest.raises(RefusedError, match=r"NEF has only 160 × 599 pixels: .* Export RAW files as JPEG\.$"):
        add(raw, "inks", tmp_path)
    assert (tmp_path / "inks.jpg").read_bytes() == before


def test_a_picture_with_too_many_pixels_is_refused(
    tmp_path: Path, taken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1_000_000)
    with pytest.raises(RefusedError, match=r"DSC_1\.jpg has too many pixels: export it smaller"):
        add(taken, "inks", tmp_path)


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="For example: make photograph"):
        photograph.main([])
    with pytest.raises(SystemExit, match="There is no file"):
        photograph.main(["/missing.jpg", "inks"])
    monkeypatch.setattr(photograph, "add", lambda source, name: f"{source.name} {name}")
    photograph.main(["~/a.jpg", "inks"])
    assert capsys.readouterr().out == "a.jpg inks\n"
