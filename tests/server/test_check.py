"""The check before a reload finds invalid settings and code that cannot be imported."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.folders import ROOT
from app.http.export import SHOWN
from app.server import check
from app.settings import load
from tests.fakes import gopay


def test_code_that_cannot_be_imported(tmp_path: Path) -> None:
    file = "app/members/tabs.py"
    for name in ("app", "locales"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / file).write_text(f"import no\n{(ROOT / file).read_text()}")
    done = subprocess.run([sys.executable, "-m", "app.server.check"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == f"ModuleNotFoundError at {file}:1: No module named 'no'\n"


def test_invalid_settings(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PORT", "http")
    assert check.main() == 2
    assert capsys.readouterr().err.startswith("PORT='http' is not allowed")


def test_payment_by_card_without_mail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in gopay.SETTINGS.items():
        monkeypatch.setenv(name.upper(), value)
    assert check.main() == 2
    assert capsys.readouterr().err.startswith("GoPay needs the settings of mail")


@pytest.mark.parametrize(
    ("served", "differences"),
    [
        ({}, []),
        ({"site_url": "http://127.0.0.1:9000"}, []),
        ({"inquiries_days": 30}, []),
        ({"hosting": "static"}, []),
        ({"inquiries_days": 400}, ["INQUIRIES_DAYS is 400, but the site was built with 365; build it again"]),
        (
            {"site_url": "https://otisk.example", **gopay.SETTINGS},
            [
                "SITE_URL is https://otisk.example, but the site was built with http://localhost:8000; build it again",
                "Payment by card (GOPAY_*) is True, but the site was built with False; build it again",
            ],
        ),
    ],
)
def test_settings_that_contradict_the_build_are_logged(served, differences, caplog: pytest.LogCaptureFixture) -> None:
    built = load(_env_file=None)
    settings = load(_env_file=None, **served)
    check.check_build(settings, {name: getattr(built, name) for name in SHOWN})
    check.check_build(settings, {})
    assert caplog.messages == differences


def test_a_build_for_a_static_host_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    check.check_build(load(_env_file=None, hosting="static"), {"hosting": "static"})
    assert caplog.messages == ["HOSTING is server, but the site was built with static; build it again"]
