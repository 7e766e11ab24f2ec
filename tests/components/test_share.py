"""The name of a share image contains a hash. Pages without a picture use the studio's image."""

import re
from pathlib import Path

import pytest

from app.components import share
from app.components.share import PLAIN, share_file, share_url
from app.folders import ROOT
from app.settings import load
from tests.support.masters import lay_master

SITE = "https://otisk.test"


@pytest.fixture(autouse=True)
def site(monkeypatch):
    monkeypatch.setattr(share, "settings", lambda: load(_env_file=None, site_url=SITE))


def test_a_page_s_own_image_has_a_hash_in_its_url(masters: Path):
    assert re.fullmatch(SITE + r"/pictures/wide-share\.[0-9a-f]{10}\.jpg", share_url("wide"))


def test_without_a_picture_the_image_is_the_studio_s():
    assert share_url() == share_url(None) == SITE + PLAIN
    assert (ROOT / "assets" / PLAIN.lstrip("/")).is_file()


def test_the_name_changes_with_the_paper(masters: Path, monkeypatch):
    before = share_file("wide")
    monkeypatch.setattr(share, "PAPER", "red")
    assert share_file("wide") != before


def test_the_name_changes_with_the_code_that_draws(masters: Path, tmp_path: Path, monkeypatch):
    before = share_file("wide")
    changed = tmp_path / "share.py"
    changed.write_text(Path(share.__file__).read_text().replace("LANCZOS", "BICUBIC"))
    monkeypatch.setattr(share, "__file__", str(changed))
    assert share_file("wide") != before


def test_the_name_changes_with_the_master(masters: Path):
    before = share_file("small")
    lay_master(masters, "small", (300, 200), "#1d1b19")
    assert share_file("small") != before
