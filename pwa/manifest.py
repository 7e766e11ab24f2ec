"""Generates a web app manifest for each language. All manifests share an `id`, so browsers treat them as one app."""

import json
from dataclasses import dataclass
from importlib import import_module

from app.components.head import THEME_COLORS
from app.content.studio import STUDIO, SUMMARY, TAGLINE
from app.i18n import Language, Text, _, use
from app.routes import ROUTES, check_names, url_for

CATEGORIES = ("business", "lifestyle", "shopping")

ICONS = (
    ("/icons/icon{}.svg", "any", "image/svg+xml"),
    ("/icons/icon{}-192.png", "192x192", "image/png"),
    ("/icons/icon{}-512.png", "512x512", "image/png"),
)
"""The path, sizes and type of each icon. `{}` stands for a suffix in `PURPOSES`."""
PURPOSES = {"any": "", "maskable": "-maskable"}


@dataclass(frozen=True)
class Window:
    """A browser window for screenshots. `density` is the number of image pixels per CSS pixel."""

    width: int
    height: int
    density: int

    @property
    def sizes(self) -> str:
        return f"{self.width * self.density}x{self.height * self.density}"


WINDOWS = {"narrow": Window(390, 844, 2), "wide": Window(1280, 800, 1)}
"""The window for each form factor. Chromium requires sides of 320 to 3840 px and an aspect ratio of at most 2.3."""


@dataclass(frozen=True)
class Screenshot:
    form: str
    route: str
    label: Text

    def path(self, language: Language) -> str:
        return f"/listing/{self.route}-{self.form}-{language.code}.webp"


SCREENSHOTS = (
    Screenshot("narrow", "home", _("The studio and what it prints")),
    Screenshot("narrow", "vouchers", _("Gift vouchers with their prices")),
    Screenshot("narrow", "bam", _("A press that prints posters in the browser")),
    Screenshot("wide", "home", _("The studio and what it prints")),
    Screenshot("wide", "portfolio", _("Selected work")),
)


@dataclass(frozen=True)
class Shortcut:
    """A link in the menu of the app's icon."""

    route: str
    name: Text
    icon: str

    @property
    def path(self) -> str:
        """The path of the shortcut's icon, which `make listing` generates."""
        return f"/icons/shortcut-{self.route}.png"


SHORTCUTS = (
    Shortcut("portfolio", _("Work"), "photo"),
    Shortcut("vouchers", _("Vouchers"), "gift"),
    Shortcut("bam", _("Bam!"), "rubber-stamp"),
    Shortcut("contact", _("Contact"), "mail"),
)
SHORTCUT_SIDE = 96
check_names("SCREENSHOTS in pwa/manifest.py", (each.route for each in SCREENSHOTS))
check_names("SHORTCUTS in pwa/manifest.py", (each.route for each in SHORTCUTS))


def manifest(language: Language) -> str:
    with use(language):
        made = {
            "id": "/",
            "name": STUDIO.name,
            "short_name": STUDIO.short_name,
            "description": f"{TAGLINE}. {SUMMARY}",
            "lang": language.tag,
            "dir": "ltr",
            "start_url": language.prefix or "/",
            "scope": "/",
            "display": "standalone",
            "background_color": THEME_COLORS["light"],
            "theme_color": THEME_COLORS["light"],
            "categories": CATEGORIES,
            "icons": [
                {"src": src.format(mark), "sizes": sizes, "type": kind, "purpose": purpose}
                for purpose, mark in PURPOSES.items()
                for src, sizes, kind in ICONS
            ],
            "screenshots": [_screenshot(each, language) for each in SCREENSHOTS if language.complete],
            "shortcuts": [_shortcut(each, language) for each in SHORTCUTS],
        }
    return json.dumps(made, ensure_ascii=False, indent=2)


def _screenshot(screenshot: Screenshot, language: Language) -> dict[str, str]:
    return {
        "src": screenshot.path(language),
        "sizes": WINDOWS[screenshot.form].sizes,
        "type": "image/webp",
        "form_factor": screenshot.form,
        "label": str(screenshot.label),
    }


def _shortcut(shortcut: Shortcut, language: Language) -> dict[str, object]:
    side = f"{SHORTCUT_SIDE}x{SHORTCUT_SIDE}"
    return {
        "name": str(shortcut.name),
        "description": str(import_module(ROUTES[shortcut.route].page).meta().description),
        "url": url_for(shortcut.route, language),
        "icons": [{"src": shortcut.path, "sizes": side, "type": "image/png"}],
    }
