"""The project's folders."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / ".web"
"""The folder of the Next project that Reflex generates."""
ENV_FILE = Path(os.environ.get("OTISK_ENV_FILE", ROOT / ".env"))
"""The file with settings. Tests and tools start servers with another file."""
KEYS_FILE = ROOT / ".session-keys"
"""The file with the session keys if `SESSION_KEYS` is not set."""
STRAY = (".DS_Store", "._*", "Thumbs.db", "desktop.ini", ".*.sw?", ".*.kate-swp", "*~", "#*#", ".~lock.*#")


def is_stray(file: Path) -> bool:
    """Whether macOS, Windows or an editor created the file."""
    return any(file.match(pattern) for pattern in STRAY)


def free_bytes(folder: Path) -> int:
    """Returns the free space on the disk of `folder`, even if the folder does not exist."""
    present = next(each for each in (folder, *folder.parents) if each.exists())
    return shutil.disk_usage(present).free
