"""Stores the generated code of pages for later builds.

A page's code is generated again if one of its inputs changes:

- the page's module and layout, `app.all_pages`, and all modules that they import
- the translations of the messages in these modules
- the build's settings
- all source files except Python modules in `app` and files in `locales`
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO

from babel.messages.pofile import read_po

from app.atomic import replacing
from app.folders import ROOT, WEB
from app.i18n import LANGUAGES
from app.i18n.messages import po_file
from app.i18n.placeholders import forms
from app.layouts import LAYOUTS
from app.routes import Route, places
from app.settings import Settings
from builder.inputs import SETTINGS, files
from builder.sources import Source, sources

CACHE = WEB / "page-cache"
ALL_PAGES = "app.all_pages"
PAGES = "app.pages"
"""A package that imports page modules dynamically. Modules that import it might depend on any page."""


def fingerprints(settings: Settings) -> dict[str, str]:
    """Returns a hash of each page's inputs, keyed by path."""
    project, catalogs = sources(), [_entries(language.code) for language in LANGUAGES]
    shared = _imported({ALL_PAGES}, project)
    pages = project[PAGES]
    project = {**project, PAGES: pages._replace(imports=pages.imports | {place.route.page for place in places()})}
    common = _digest(_common(settings))

    @cache
    def fingerprint(route: Route) -> str:
        modules = shared | _imported({route.page, LAYOUTS[route.layout].__module__}, project)
        texts = frozenset[str]().union(*(project[name].texts for name in modules))
        entries = (catalog[text] for catalog in catalogs for text in sorted(texts & catalog.keys()))
        return _digest([common, *(project[name].digest for name in sorted(modules)), *entries])

    return {place.path: _digest([place.path, fingerprint(place.route)]) for place in places()}


def load(wanted: Mapping[str, str]) -> dict[str, str]:
    """Returns the stored code, keyed by path. `wanted` maps paths to fingerprints."""
    return {path: (CACHE / name).read_text() for path, name in wanted.items() if (CACHE / name).exists()}


def store(modules: Mapping[str, str]) -> None:
    """Stores `modules`, which maps fingerprints to code. Deletes all other stored code."""
    CACHE.mkdir(exist_ok=True)
    cached = {file.name for file in CACHE.iterdir()}
    for name in cached - modules.keys():
        (CACHE / name).unlink()
    for name in modules.keys() - cached:
        with replacing(CACHE / name) as file:
            file.write(modules[name].encode())


def _imported(modules: set[str], project: Mapping[str, Source]) -> set[str]:
    found: set[str] = set()
    modules = modules & project.keys()  # omits page modules that do not exist
    while modules:
        found |= modules
        modules = {name for module in modules for name in project[module].imports if name in project} - found
    return found


def _common(settings: Settings) -> Iterator[str]:
    yield from (f"{name}={getattr(settings, name)}" for name in SETTINGS)
    for file in files():
        name = file.relative_to(ROOT)
        if not (name.is_relative_to("app") and name.suffix == ".py") and not name.is_relative_to("locales"):
            yield f"{name} {sha256(file.read_bytes()).hexdigest()}"


def _entries(language: str) -> Mapping[str, str]:
    return _parsed(po_file(language).read_bytes(), language) if po_file(language).exists() else {}


@lru_cache(maxsize=8)
def _parsed(content: bytes, language: str) -> Mapping[str, str]:
    catalog = read_po(BytesIO(content), locale=language)
    return {
        form: repr((catalog.plural_forms, message.id, message.string, sorted(message.flags)))
        for message in catalog
        if message.id
        for form in forms(message.id)
    }


def _digest(parts: Iterable[str]) -> str:
    return sha256(repr(list(parts)).encode()).hexdigest()
