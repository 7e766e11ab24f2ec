import os
from functools import partial
from pathlib import Path

import pytest

from builder import index

calls: list[bytes] = []


def shortened(content: bytes, to: int) -> bytes:
    calls.append(content)
    return content[:to]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    calls.clear()
    monkeypatch.setattr(index, "COMPRESSED", tmp_path / "compressed")
    monkeypatch.setattr(index, "ENCODERS", {"br": partial(shortened, to=3)})
    (tmp_path / "site").mkdir()
    (tmp_path / "site/about.html").write_text("About us")
    (tmp_path / "site/contact.html").write_text("Contact")
    return tmp_path / "site"


def test_only_changed_files_are_compressed_again(site: Path) -> None:
    index.write_index(site, "first")
    assert sorted(calls) == [b"About us", b"Contact"]
    (site / "about.html").write_text("Nobody")
    index.write_index(site, "second")
    assert sorted(calls) == [b"About us", b"Contact", b"Nobody"]
    assert [(site.parent / "br" / name).read_text() for name in ("about.html", "contact.html")] == ["Nob", "Con"]


def test_files_that_no_build_has_used_for_a_week_are_deleted(site: Path) -> None:
    index.write_index(site, "first")
    for file in index.COMPRESSED.iterdir():
        os.utime(file, (0, 0))
    (site / "about.html").unlink()
    index.write_index(site, "second")
    index.delete_unused()
    assert [file.read_text() for file in index.COMPRESSED.iterdir()] == ["Con"]


def test_another_encoder_compresses_all_files_again(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index.write_index(site, "first")
    monkeypatch.setattr(index, "ENCODERS", {"br": partial(shortened, to=2)})
    index.write_index(site, "second")
    assert (site.parent / "br/about.html").read_text() == "Ab"
