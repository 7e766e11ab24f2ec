"""Finds databases of earlier releases, and the SQLite file of a site that now uses PostgreSQL."""

from pathlib import Path

NAMES = ("inquiries.db", "site.db")
REPLACED = "replaced-"
"""The name prefix of databases that a restore has replaced."""


def earlier_files(folder: Path, current: Path | None) -> list[Path]:
    """Returns the database files in `folder` and in its sibling `.data`, except the file in use."""
    files = [each / name for each in folders(folder) for name in NAMES]
    used = current and current.resolve()
    return [file for file in files if file.resolve() != used and file.is_file()]


def folders(folder: Path) -> tuple[Path, Path]:
    return folder, folder.parent / ".data"
