"""Calculates a fingerprint of a build's inputs: source files and settings."""

import hashlib
from pathlib import Path

from app.folders import ROOT, is_stray
from app.http.export import Export, ExportError
from app.http.releases import CURRENT
from app.settings import Settings

DIST = CURRENT
STAMP = "inputs.sha256"
SOURCES = ("app", "assets", "builder", "locales", "pwa", "rxconfig.py", "requirements.txt", ".npmrc")
SETTINGS = (
    "site_url",
    "hosting",
    "inquiries_endpoint",
    "inquiries_days",
    "fallback_language",
    "i18n_messages",
    "i18n_base_url",
    "icon_provider_url",
    "indexnow_key",
    "has_card_payments",
)


def fingerprint(settings: Settings) -> str:
    digest = hashlib.sha256()
    for name in SETTINGS:
        digest.update(f"{name}={getattr(settings, name)}\0".encode())
    for file in files():
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def is_built(settings: Settings) -> bool:
    stamp = DIST / STAMP
    if not stamp.is_file() or stamp.read_text() != fingerprint(settings):
        return False
    try:
        Export.load(DIST / "site")
    except ExportError:
        return False
    return True


def files() -> list[Path]:
    """Returns the files that a build depends on. Omits stubs (.pyi), because they contain only types."""
    paths = [ROOT / name for name in SOURCES]
    found = [file for path in paths for file in (path.rglob("*") if path.is_dir() else [path])]
    return sorted(
        file
        for file in found
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyi" and not is_stray(file)
    )
