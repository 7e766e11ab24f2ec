"""The project's folders."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / ".web"
"""The folder of the Next project that Reflex generates."""
ENV_FILE = Path(os.environ.get("OTISK_ENV_FILE", ROOT / ".env"))
"""The file with the site's settings. Tests and tools start servers with another file."""
KEYS_FILE = ROOT / ".session-keys"
"""The file that stores the session keys if `SESSION_KEYS` is not set."""


def free_bytes(folder: Path) -> int:
    """Returns the free space on the disk of `folder`, even if the folder does not exist."""
    present = next(each for each in (folder, *folder.parents) if each.exists())
    return shutil.disk_usage(present).free
