"""Creates hard links. Copies files if the file system does not allow links."""

import os
import shutil
from pathlib import Path


def link(file: str | Path, target: str | Path) -> None:
    """Creates `target` as a hard link to `file`. Never write to `target`, because this would also change `file`."""
    try:
        os.link(file, target)
    except OSError:
        shutil.copy2(file, target)
