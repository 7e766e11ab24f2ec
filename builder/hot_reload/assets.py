"""Copies JavaScript, style sheets and `assets/` to `.web`."""

import shutil
from collections.abc import Iterable
from pathlib import PurePosixPath

from app.atomic import replacing
from app.folders import ROOT, WEB
from builder.hot_reload.changes import PICTURES

SUFFIXES = (".js", ".css")
ASSETS = "assets"


def copy(files: Iterable[str]) -> bool:
    """Copies changed files that need no build. Returns whether any changed file needs a build."""
    others = False
    for file in files:
        if file.startswith(f"{ASSETS}/") and not file.startswith(PICTURES):
            _copy(file, f"public/{PurePosixPath(file).relative_to(ASSETS)}")
        elif file.endswith(SUFFIXES):
            _copy(file, file)
        else:
            others = True
    return others


def _copy(file: str, path: str) -> None:
    source, target = ROOT / file, WEB / path
    if not source.exists() and target.is_dir():
        shutil.rmtree(target)
    elif not source.exists():
        target.unlink(missing_ok=True)
    elif source.is_dir():  # a folder that was moved here with its files
        shutil.copytree(source, target, dirs_exist_ok=True)
    elif source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as original, replacing(target) as written:
            shutil.copyfileobj(original, written)
