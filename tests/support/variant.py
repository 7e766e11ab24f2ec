"""Builds the site with one more language and changed text."""

from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from app.i18n import Language
from app.i18n.catalogs import po
from app.i18n.messages import po_file
from tests.support.about_page import ABOUT_TITLE
from tests.support.icon_provider import STAMP, Provider, answering, providing
from tests.support.project_copy import COMPRESSED, add_language, copy_project, link_prepared, replace, run
from tests.support.server_process import copy_for_serving

LANGUAGE = "eo"
"""The additional language, Esperanto. Its messages are the English ones in brackets."""
TITLE = "Another contact"
REWORDED = (ABOUT_TITLE, "A pair, and two presses")
"""An English message in the code and its replacement in the English catalog."""
NOTICE = "The icon ph:gone is a placeholder: 127.0.0.1 answered with 404.\n"


@dataclass(frozen=True)
class Variant:
    """A variant of the site. `project` is its code, built twice in a row. `folder` has the files that servers need."""

    folder: Path
    project: Path
    catalog_check_output: str
    first_output: str
    first_requests: list[str]
    second_output: str
    second_requests: list[str]

    @property
    def dist(self) -> Path:
        return self.folder / "dist/current"


def build_variant(folder: Path) -> Variant:
    project = copy_project(folder.with_name("workshop"))
    link_prepared(project, [COMPRESSED])
    _add_language(project)
    old, new = REWORDED
    replace(po_file("en", project / "locales"), f'msgid "{old}"\nmsgstr ""\n', f'msgid "{old}"\nmsgstr "{new}"\n')
    catalog_check_output = run(project, "app.i18n.catalogs", "check")
    replace(project / "app/pages/contact.py", 'title=_("Contact and opening hours")', f'title=_("{TITLE}")')
    delivery = project / "app/pages/delivery.py"
    replace(delivery, "h.fragment(", 'h.fragment(icon("ph:stamp"), icon("ph:gone"), ')
    delivery.write_text(f"{delivery.read_text()}\nfrom app.components.icon import icon\n")
    with providing(_only_stamp) as provider:
        settings = {"ICON_PROVIDER_URL": provider.url, "no_proxy": "127.0.0.1", "I18N_MESSAGES": "dynamic"}
        first_output = run(project, "builder", **settings)
        first_requests = provider.asked[:]
        second_output = run(project, "builder", **settings)
    second_requests = provider.asked[len(first_requests) :]
    copy_for_serving(folder, project)
    return Variant(folder, project, catalog_check_output, first_output, first_requests, second_output, second_requests)


def _only_stamp(provider: Provider, request: BaseHTTPRequestHandler) -> None:
    answering(STAMP, 200 if request.path.endswith("=stamp") else 404)(provider, request)


def _add_language(project: Path) -> None:
    add_language(project, f'Language("{LANGUAGE}", "eo", "Esperanto")')
    run(project, "app.i18n.catalogs", "update")
    file = po_file(LANGUAGE, project / "locales")
    catalog = po.read(file, Language(LANGUAGE, "eo", "Esperanto"))
    for message in catalog:
        if message.id:
            message.string = _pseudo(message.id) if isinstance(message.id, str) else tuple(map(_pseudo, message.id))
    file.write_bytes(po.written(catalog))


def _pseudo(text: str) -> str:
    return f"⟦{text}⟧"
