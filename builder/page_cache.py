"""The modules of pages, kept from build to build under a hash of all that each is made of: so that a build makes only
those that a change concerns.

A page is made of the Python modules that it imports, however indirectly, with what catalogs say of their texts; and so
is the frame of all pages. Of any other file, and of some settings, each page may be made.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from babel.messages.pofile import read_po

from app.atomic import replacing
from app.folders import ROOT, WEB
from app.i18n import LANGUAGES
from app.i18n.messages import po_file
from app.i18n.placeholders import forms
from app.layouts import LAYOUTS
from app.routes import Place, places
from app.settings import Settings
from builder.inputs import SETTINGS, files
from builder.sources import Source, sources

CACHE = WEB / "page-cache"
FRAME = "app.app"
"""The module of what stands around all pages."""
ASKING = "app.pages"
"""The module that imports pages by their names: a page that uses it may be made of any of them."""


def fingerprints(settings: Settings) -> dict[str, str]:
    """By the path of each page, a hash of all that its module is made of."""
    project, catalogs = sources(), [_entries(language.code) for language in LANGUAGES]
    frame = _imported({FRAME}, project)
    asking = project[ASKING]
    project = {**project, ASKING: asking._replace(imports=asking.imports | {place.route.page for place in places()})}
    everywhere = _digest(_shared(settings))

    def fingerprint(place: Place) -> str:
        modules = frame | _imported({place.route.page, LAYOUTS[place.route.layout].__module__}, project)
        texts = {text for name in modules for text in project[name].texts}
        said = (entry for catalog in catalogs for text, entry in catalog.items() if text in texts)
        return _digest([everywhere, place.path, *(project[name].digest for name in sorted(modules)), *said])

    return {place.path: fingerprint(place) for place in places()}


def known(wanted: Mapping[str, str]) -> dict[str, str]:
    """The modules that are kept, of pages by their fingerprints."""
    return {path: (CACHE / name).read_text() for path, name in wanted.items() if (CACHE / name).exists()}


def keep(modules: Mapping[str, str]) -> None:
    """Keeps modules by fingerprints, and no others."""
    CACHE.mkdir(exist_ok=True)
    kept = {file.name for file in CACHE.iterdir()}
    for name in kept - modules.keys():
        (CACHE / name).unlink()
    for name in modules.keys() - kept:
        with replacing(CACHE / name) as file:
            file.write(modules[name].encode())


def _imported(modules: set[str], project: Mapping[str, Source]) -> set[str]:
    """`modules`, and those of the project that one of them imports, however indirectly."""
    found: set[str] = set()
    while modules:
        found |= modules
        modules = {name for module in modules for name in project[module].imports if name in project} - found
    return found


def _shared(settings: Settings) -> Iterator[str]:
    """What any page may be made of: settings, and files that are neither the application's Python nor catalogs."""
    yield from (f"{name}={getattr(settings, name)}" for name in SETTINGS)
    for file in files():
        name = file.relative_to(ROOT)
        if not (name.is_relative_to("app") and name.suffix == ".py") and not name.is_relative_to("locales"):
            yield f"{name} {sha256(file.read_bytes()).hexdigest()}"


def _entries(language: str) -> Mapping[str, str]:
    """What a language's catalog says of each text; nothing without a catalog, which the pages miss too."""
    if not po_file(language).exists():
        return {}
    with po_file(language).open("rb") as file:
        catalog = read_po(file, locale=language)
    return {
        form: repr((catalog.plural_forms, message.id, message.string, sorted(message.flags)))
        for message in catalog
        if message.id
        for form in forms(message.id)
    }


def _digest(parts: Iterable[str]) -> str:
    return sha256(repr(list(parts)).encode()).hexdigest()
