"""Creates hard links. Where this is impossible, copies files."""

import os
import shutil
from pathlib import Path


def link(file: str | Path, target: str | Path) -> None:
    """Links `target` to `file`. Afterwards, `target` may be replaced, but not written, because this would change
    `file`.
    """
    try:
        os.link(file, target)
    except OSError:
        shutil.copy2(file, target)
