"""Creates hard links, or copies where linking fails."""

import os
import shutil
from pathlib import Path


def link(file: str | Path, target: str | Path) -> None:
    """Links `target` to `file`. Later code must replace either file, because writing to one would change both."""
    try:
        os.link(file, target)
    except OSError:
        shutil.copy2(file, target)
