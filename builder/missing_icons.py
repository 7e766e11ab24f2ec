"""Lists and retries icons that the build could not fetch."""

from collections.abc import Iterator
from pathlib import Path

from app.folders import WEB
from app.settings import Settings

NOTICES = WEB / "icons.notices"
"""The list of missing icons that `app.components.icon` writes; each release has a copy."""


def missing_icons(dist: Path) -> dict[str, str]:
    """Returns why each icon is missing, by icon name."""
    file = dist / NOTICES.name
    lines = file.read_text().splitlines() if file.is_file() else []
    return dict(sorted(line.split("\t", 1) for line in lines))


def fetch_any(dist: Path, settings: Settings) -> bool:
    """Tries to fetch missing icons until one succeeds. Returns false if none does."""
    missing = missing_icons(dist)
    if missing:
        from app.components.icon import collection as icons  # slow, because it imports Reflex

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
