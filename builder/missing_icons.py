"""Icons that the build could not fetch: pages show placeholders."""

from collections.abc import Iterator
from pathlib import Path

from app.folders import WEB
from app.settings import Settings

NOTICES = WEB / "icons.notices"
"""The list that `app.components.icon` writes; the release has a copy."""


def missing_icons(dist: Path) -> dict[str, str]:
    """Returns the reasons by the icons' names."""
    file = dist / NOTICES.name
    lines = file.read_text().splitlines() if file.is_file() else []
    return dict(sorted(line.split("\t", 1) for line in lines))


def fetch_any(dist: Path, settings: Settings) -> bool:
    """Tries to fetch the missing icons. Returns true after the first success."""
    missing = missing_icons(dist)
    if missing:
        from app.components.icon import collection as icons  # imports Reflex, which takes a second

        for name in missing:
            try:
                icons.obtain(icons.Name.parse(name), settings.icon_provider_url)
            except icons.IconNotFoundError:
                continue
            return True
    return False


def notices(dist: Path) -> Iterator[str]:
    """Yields a sentence for each missing icon."""
    missing = missing_icons(dist)
    if missing:
        from app.components.icon import collection as icons

        for name, reason in missing.items():
            yield f"The icon {name} is a placeholder: {reason}.{icons.suggestion(icons.Name.parse(name))}"
