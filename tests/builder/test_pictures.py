from pathlib import Path

import pytest
from PIL import Image

from app.components.pictures import ENCODERS, derive, derived_from
from builder import pictures
from builder.pictures import encode
from builder.steps import BuildError
from tests.support.masters import lay_master
from tools.photograph import add


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_every_source_has_its_type_and_width(masters: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    made, derived = encode("wide", out), derive("wide")
    assert made == set(contents(out)) == set(derived.files)
    assert list(derived.sources) == [encoder.type for encoder in ENCODERS]
    for media_type, offered in derived.sources.items():
        for url, width in offered:
            with Image.open(out / url.removeprefix("/pictures/")) as opened:
                assert opened.get_format_mimetype() == media_type
                assert opened.size == (width, round(1333 * width / 2000))
                assert not opened.getexif()


@pytest.mark.parametrize("metadata", ["exif", "icc_profile", "xmp"])
def test_a_master_with_metadata_is_refused_until_the_command_removes_it(
    masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, metadata: str
) -> None:
    monkeypatch.setattr(pictures, "ENCODED", tmp_path / "out")
    file = masters / "phone.jpg"
    Image.new("RGB", (800, 600)).save(file, "JPEG", **{metadata: b"Exif\0\0 or another kind"})
    with pytest.raises(BuildError, match=rf"phone\.jpg .*\({metadata}\).* `make photograph FROM=\S+phone\.jpg NAME=…`"):
        pictures.encode_all()
    add(file, "phone", masters)
    pictures._check_metadata("phone")


def test_two_runs_write_the_same_bytes(masters: Path, tmp_path: Path) -> None:
    assert encode("small", tmp_path / "one") == encode("small", tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_the_placeholder_is_cached_until_the_picture_changes(
    masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = derive("small").placeholder
    encode("small", tmp_path / "out")
    derived_from.cache_clear()
    with monkeypatch.context() as nothing_is_decoded:
        nothing_is_decoded.setattr(Image.Image, "convert", lambda *_, **__: pytest.fail("decoded again"))
        assert derive("small").placeholder == shown
    lay_master(masters, "small", (300, 200), "#1d1b19")
    assert derive("small").placeholder != shown


def test_only_missing_files_are_encoded_again(masters: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    made = encode("small", out)
    before, derived = contents(out), derive("small")
    untouched = out / derived.sources["image/webp"][0][0].removeprefix("/pictures/")
    stamp = untouched.stat().st_mtime_ns
    (out / derived.fallback.removeprefix("/pictures/")).unlink()
    assert encode("small", out) == made
    assert contents(out) == before
    assert untouched.stat().st_mtime_ns == stamp


def test_a_failed_encoding_leaves_no_file(masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self, file, *_, **__):
        file.write(b"half a picture")
        raise OSError("disk full")

    monkeypatch.setattr(Image.Image, "save", fail)
    with pytest.raises(OSError, match="disk full"):
        encode("small", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_picture_that_is_too_large_for_a_phone_has_a_lower_quality(
    masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.effect_noise((1000, 1000), 40).convert("RGB").save(masters / "grain.jpg")
    encode("grain", tmp_path / "before")
    monkeypatch.setattr(pictures, "MAX_PHONE_BYTES", 10**9)
    encode("grain", tmp_path / "after")
    changed = {
        name.split(".")[0]: len(content)
        for name, content in contents(tmp_path / "before").items()
        if content != contents(tmp_path / "after")[name]
    }
    assert set(changed) == {"grain-600", "grain-800"}
    before, after = (sorted((tmp_path / each).glob("grain-800.*.avif")) for each in ("before", "after"))
    assert before[0].stat().st_size < after[0].stat().st_size


def test_a_picture_that_is_small_enough_keeps_its_quality(
    masters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode("small", tmp_path / "before")
    monkeypatch.setattr(pictures, "MAX_PHONE_BYTES", 10**9)
    encode("small", tmp_path / "after")
    assert contents(tmp_path / "before") == contents(tmp_path / "after")
