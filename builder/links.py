"""Creates hard links, or copies where linking fails."""

import os
import shutil
from pathlib import Path


def link(file: str | Path, target: str | Path) -> None:
    """Links `target` to `file`. To change `target`, replace it, because writing to `target` would change `file` too."""
    try:
        os.link(file, target)
    except OSError:
        shutil.copy2(file, target)
