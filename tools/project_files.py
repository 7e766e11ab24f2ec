"""Lists and copies the project's files, except those that git ignores."""

import shutil
import subprocess
from pathlib import Path

from app.folders import ROOT


def project_files() -> list[str]:
    """Returns all files' paths, relative to the project. Includes untracked files."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted({name for name in listed.split("\0") if (ROOT / name).is_file()})


def copy_project_files(target: Path) -> None:
    for name in project_files():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
