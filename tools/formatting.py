"""Formats generated files as `make check` requires."""

import subprocess
import sys
from pathlib import Path

from app.folders import ROOT


def formatted(text: str, file: Path) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(file), "-"]
    return subprocess.run(command, input=text, check=True, capture_output=True, encoding="utf-8", cwd=ROOT).stdout
