"""Lists icons that a build could not download. Tries to download them again."""

from collections.abc import Iterator
from pathlib import Path

from app.folders import WEB
from app.settings import Settings

NOTICES = WEB / "icons.notices"
"""The list of missing icons. Each release contains a copy."""


def missing_icons(dist: Path) -> dict[str, str]:
    """Returns why icons of a release are missing, keyed by icon."""
    file = dist / NOTICES.name
    lines = file.read_text().splitlines() if file.is_file() else []
    return dict(sorted(line.split("\t", 1) for line in lines))


def fetch_any(dist: Path, settings: Settings) -> bool:
    """Downloads the first missing icon that is now available. Returns False if none is available."""
    missing = missing_icons(dist)
    if missing:
        from app.components.icon import collection as icons  # imported here, because importing Reflex takes a second

        for name in missing:
            try:
                icons.obtain(icons.Name.parse(name), settings.icon_provider_url)
            except icons.IconNotFoundError:
                continue
            return True
    return False


def notices(dist: Path) -> Iterator[str]:
    missing = missing_icons(dist)
    if missing:
        from app.components.icon import collection as icons

        for name, reason in missing.items():
            yield f"The icon {name} is a placeholder: {reason}.{icons.suggestion(icons.Name.parse(name))}"
