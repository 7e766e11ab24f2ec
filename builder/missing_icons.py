"""Icons that were not available when the site was built: pages show placeholders, and the build reports them."""

from collections.abc import Iterator
from pathlib import Path

from app.folders import WEB
from app.settings import Settings

NOTICES = WEB / "icons.notices"
"""The file in which `app.components.icon` notes placeholders while pages are evaluated; copied into the release."""


def placeholders(dist: Path) -> dict[str, str]:
    """The names of icons that are placeholders in `dist`, each with the reason, a clause."""
    file = dist / NOTICES.name
    lines = file.read_text().splitlines() if file.is_file() else []
    return dict(sorted(line.split("\t", 1) for line in lines))


def can_be_replaced(dist: Path, settings: Settings) -> bool:
    """Tries to fetch the missing icons; whether one of them is available now."""
    missing = placeholders(dist)
    if missing:
        from app.components.icon import collection as icons  # brings Reflex along, which takes a second

        for name in missing:
            try:
                icons.obtain(icons.Name.parse(name), settings.icon_provider_url)
            except icons.IconNotFoundError:
                continue
            return True
    return False


def notices(dist: Path) -> Iterator[str]:
    """What the build says of them: a sentence for each, with a name that may have been meant."""
    missing = placeholders(dist)
    if missing:
        from app.components.icon import collection as icons

        for name, reason in missing.items():
            yield f"The icon {name} is a placeholder: {reason}.{icons.suggestion(icons.Name.parse(name))}"
