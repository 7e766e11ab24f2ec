import re
import subprocess

from app.folders import ROOT


def test_make_help_lists_every_command() -> None:
    [targets] = re.findall(r"^\.PHONY: (run .*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    printed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^make (\S+) +\S", printed, re.MULTILINE) == targets.split()
