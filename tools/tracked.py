"""Lists and copies the project's files. Files that git does not track are left out."""

import shutil
import subprocess
from pathlib import Path

from app.folders import ROOT


def tracked_files() -> list[str]:
    """Returns the paths of all tracked files that exist, relative to the project's folder."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.splitlines() if (ROOT / name).is_file()]


def copy_tracked(target: Path) -> None:
    for name in tracked_files():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
