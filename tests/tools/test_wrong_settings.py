import os
import subprocess
import sys
from pathlib import Path

from app.folders import ROOT

SENTENCE = "PORT='x' is not allowed: a whole number from 1 to 65535\n"


def test_a_wrong_setting_is_reported() -> None:
    assert reported("fuzz", PORT="x") == (1, SENTENCE)


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "settings"
    file.write_bytes(b"SITE_URL=\xff")
    assert reported("demo", OTISK_ENV_FILE=str(file)) == (1, f"{file} cannot be read: it is not UTF-8 text\n")


def reported(tool: str, **settings: str) -> tuple[int, str]:
    command = [sys.executable, "-m", f"tools.{tool}"]
    environment = {**os.environ, **settings}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr
