"""Icons that could not be had when the site was built: the pages have placeholders, which the build tells of."""

from pathlib import Path

from app.components.icon import collection as icons
from app.settings import WEB, Settings

NOTICES = WEB / "icons.notices"
"""Where the pages write what they have placeholders for; kept in `dist/` as well (see `app.components.icon`)."""


def placeholders(dist: Path) -> dict[str, str]:
    """The icons that the site in `dist` has placeholders for, each with the reason, a clause."""
    file = dist / NOTICES.name
    lines = file.read_text().splitlines() if file.is_file() else []
    return dict(sorted(line.split("\t", 1) for line in lines))


def can_be_replaced(dist: Path, settings: Settings) -> bool:
    """Asks again for what is a placeholder; whether one of them can be had now."""
    for name in placeholders(dist):
        try:
            icons.obtain(icons.Name.parse(name), settings.icon_provider_url)
        except icons.Missing:
            continue
        return True
    return False
