import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.folders import ROOT
from app.settings import Settings, check_servable, load
from builder.inputs import fingerprint
from tests.support.server_process import server_environment

LIVE = """
SITE_URL=https://otisk.test
INQUIRIES_DAYS=30
DATABASE_URL=postgresql://otisk:s3cret@live/otisk
SMTP_URL=smtps://live.test
MAIL_TO=studio@live.test
MAIL_FROM=web@live.test
GOPAY_GOID=8123456789
GOPAY_CLIENT_ID=live
GOPAY_CLIENT_SECRET=s3cret
"""


def test_a_server_gets_only_the_settings_of_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / ".env"
    file.write_text(LIVE)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setitem(Settings.model_config, "env_file", file)
    monkeypatch.setenv("REDIS_URL", "redis://live.test")
    live = load()
    environment = server_environment()
    monkeypatch.setattr(os, "environ", environment)
    monkeypatch.setitem(Settings.model_config, "env_file", None)
    used = load()
    assert used.model_fields_set == {
        "site_url",
        "inquiries_days",
        "gopay_goid",
        "gopay_client_id",
        "gopay_client_secret",
        "gopay_url",
        "smtp_url",
        "mail_to",
        "mail_from",
    }
    check_servable(used)
    assert fingerprint(used) == fingerprint(live)
    assert "live" not in str(environment.values()) and "s3cret" not in str(environment.values())


def test_a_server_does_not_read_the_settings_file() -> None:
    command = [sys.executable, "-c", "from app.folders import ENV_FILE; print(ENV_FILE)"]
    done = subprocess.run(command, cwd=ROOT, env=server_environment(), capture_output=True, text=True, check=True)
    assert done.stdout == f"{os.devnull}\n"
