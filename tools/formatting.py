"""Formats files that tools write, so that `make check` accepts them."""

import subprocess
import sys
from pathlib import Path

from app.folders import ROOT


def formatted(text: str, file: Path) -> str:
    """Returns the text as ruff would format it in `file`."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(file), "-"]
    return subprocess.run(command, input=text, check=True, capture_output=True, encoding="utf-8", cwd=ROOT).stdout
