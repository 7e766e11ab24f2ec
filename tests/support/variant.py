"""A second real build of the site, with every variation that tests need."""

from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from babel.messages.pofile import read_po, write_po

from app.i18n.catalogs import extract
from tests.support.icon_provider import STAMP, Provider, answering, providing
from tests.support.workshop import copy_project, run

LANGUAGE = "eo"
"""Esperanto, translated as the English texts in brackets."""
TITLE = "Another contact"
"""What the contact page is called in English."""
NOTICE = "The icon ph:gone is a placeholder: 127.0.0.1 answered with 404.\n"


@dataclass(frozen=True)
class Variant:
    """The project in `folder`, with a third language, another title, two icons from elsewhere, of which one cannot be
    had, and messages that browsers load.

    `catalogs`, `built` and `again` are what the commands said: the check of the catalogs, the build, and the same build
    once more. `asked` and `asked_again` are the paths that the builds asked the provider of icons for.
    """

    folder: Path
    catalogs: str
    built: str
    asked: list[str]
    again: str
    asked_again: list[str]

    @property
    def dist(self) -> Path:
        """The build."""
        return self.folder / "dist"


def build_variant(folder: Path) -> Variant:
    """Copies the project to `folder`, changes and builds it there."""
    copy_project(folder)
    _add_language(folder)
    catalogs = run(folder, "app.i18n.catalogs", "check")
    _replace(folder / "app/pages/contact.py", 'title=_("Contact and opening hours")', f'title=_("{TITLE}")')
    about = folder / "app/pages/about.py"
    _replace(about, "h.fragment(", 'h.fragment(icon("ph:stamp"), icon("ph:gone"), ')
    about.write_text(f"{about.read_text()}\nfrom app.components.icon import icon\n")
    with providing(_stamp_alone) as provider:
        settings = {"ICON_PROVIDER_URL": provider.url, "no_proxy": "127.0.0.1", "I18N_MESSAGES": "dynamic"}
        built = run(folder, "pwa.build", **settings)
        asked = provider.asked[:]
        again = run(folder, "pwa.build", **settings)
        return Variant(folder, catalogs, built, asked, again, provider.asked[len(asked) :])


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text, f"{file.name} has no {old}"
    file.write_text(text.replace(old, new, 1))


def _stamp_alone(provider: Provider, request: BaseHTTPRequestHandler) -> None:
    answering(STAMP, 200 if request.path.endswith("=stamp") else 404)(provider, request)


def _add_language(project: Path) -> None:
    """A line in the table, and a catalog."""
    line = '    Language("en", "en-US", "English", estimate="EUR"),\n'
    _replace(project / "app/i18n/languages.py", line, f'{line}    Language("{LANGUAGE}", "eo", "Esperanto"),\n')
    catalog = extract(project / "app")
    catalog.locale = LANGUAGE  # pyright: ignore[reportAttributeAccessIssue]
    catalog.fuzzy = False
    for message in catalog:
        if message.id:
            message.string = _pseudo(message.id) if isinstance(message.id, str) else tuple(map(_pseudo, message.id))
    file = project / "locales" / LANGUAGE / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as target:
        write_po(target, catalog)
    with file.open("rb") as source:
        assert read_po(source, locale=LANGUAGE).num_plurals == 2


def _pseudo(text: str) -> str:
    return f"⟦{text}⟧"
