"""The gettext catalogs: `python -m app.i18n.catalogs update` extracts and merges them, `… check` verifies them.

Nothing is compiled: `app.i18n.messages` reads the .po files. The language of the msgids has no catalog.
"""

import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from app.i18n.languages import LANGUAGES, Language
from app.i18n.messages import LOCALES, SOURCE, po_file
from app.i18n.typography import faults

SOURCES = Path(__file__).resolve().parents[1]
KEYWORDS = {"_": None, "ngettext": (1, 2)}
TEMPLATE = "messages.pot"
WIDTH = 120
VERBATIM = frozenset({"We're sorry, something went wrong."})
"""Texts that are given to the letter, a straight apostrophe included (docs/contract.md, "Error page")."""
NO_LINE = 0
"""Line numbers are not written, as every edit would make the template stale."""


def extract(sources: Path = SOURCES) -> Catalog:
    """The template: every text in the Python modules below `sources`, with the file that it is in."""
    template = Catalog(project="Studio Otisk", version="1", charset="utf-8")
    found = extract_from_dir(sources, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",))
    for file, _line, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        place = (f"{sources.name}/{Path(file).as_posix()}", NO_LINE)
        template.add(message, locations=[place], auto_comments=comments, context=context)
    return template


def update(locales: Path = LOCALES) -> None:
    """Writes the template and merges it into every catalog; obsolete texts are dropped, new ones are empty."""
    template = extract()
    (locales / TEMPLATE).write_bytes(_as_po(template))
    for language in _translated():
        file = po_file(language.code, locales)
        catalog = _read(file, language) if file.is_file() else Catalog(locale=language.tag.replace("-", "_"))
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_as_po(catalog))


def check(locales: Path = LOCALES) -> list[str]:
    """The problems of the catalogs, one line each: a stale template; an entry that is empty, fuzzy, lacks a plural or
    has other placeholders than its English text; and, English included, a text with wrong typography."""
    template = extract()
    file = locales / TEMPLATE
    fresh = file.is_file() and file.read_bytes() == _as_po(template)
    problems = [] if fresh else [f"{TEMPLATE} is stale: run `make messages`"]
    for message in template:
        problems += (f"{SOURCE}: {_short(message)} {fault}" for fault in _untidy(message, message, SOURCE))
    for language in _translated():
        problems += (f"{language.code}: {problem}" for problem in _problems(language, template, locales))
    return problems


def _problems(language: Language, template: Catalog, locales: Path) -> Iterator[str]:
    file = po_file(language.code, locales)
    if not file.is_file():
        yield "has no catalog: run `make messages`"
        return
    catalog = _read(file, language)
    for message in (*catalog, *catalog.obsolete.values()):
        if message.id and message.id not in template:
            yield f"{_short(message)} is not used any more: run `make messages`"
    for message in template:
        if message.id:
            translated = catalog.get(message.id)
            yield from (f"{_short(message)} {fault}" for fault in _faults(message, translated, catalog.num_plurals))
            yield from (f"{_short(message)} {fault}" for fault in _untidy(message, translated, language.code))


def _faults(source: Message, translated: Message | None, plurals: int) -> Iterator[str]:
    if translated is None:
        yield "is missing: run `make messages`"
        return
    originals, forms = _forms(source.id), _forms(translated.string)
    if not all(forms):
        yield "is not translated" if not any(forms) else "lacks a plural"
    if len(originals) > 1 and len(forms) != plurals:
        yield f"has {len(forms)} plurals of {plurals}"
    if translated.fuzzy:
        yield "is fuzzy"
    try:
        allowed = set().union(*map(placeholders, originals))
        if any(form and not _agrees(placeholders(form), allowed, plural=len(originals) > 1) for form in forms):
            yield f"has other placeholders than {sorted(allowed)}"
    except ValueError:
        yield "has a brace without its counterpart"


def _untidy(source: Message, translated: Message | None, language: str) -> Iterator[str]:
    """Wrong typography in a translation; for English, `translated` is `source`."""
    if translated is None or source.id in VERBATIM:
        return
    forms = _forms(translated.id if translated is source else translated.string)
    yield from (f"has {fault}" for fault in dict.fromkeys(fault for form in forms for fault in faults(form, language)))


def _agrees(found: set[str], allowed: set[str], plural: bool) -> bool:
    """A plural form may omit its number (`one card`), but no other placeholder."""
    return found == allowed or (plural and found | {"n"} == allowed | {"n"})


def placeholders(text: str) -> set[str]:
    """The names in braces.

    Raises:
        ValueError: a brace has no counterpart.
    """
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def _forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def _short(message: Message) -> str:
    text = _forms(message.id)[0]
    return repr(text if len(text) <= 60 else text[:59] + "…")


def _translated() -> list[Language]:
    return [language for language in LANGUAGES if language.code != SOURCE]


def _read(file: Path, language: Language) -> Catalog:
    with file.open("rb") as source:
        return read_po(source, locale=language.tag.replace("-", "_"))


def _as_po(catalog: Catalog) -> bytes:
    """The bytes of a catalog's file, without the dates that would change at every run."""
    catalog.fuzzy = False
    target = BytesIO()
    write_po(target, catalog, width=WIDTH, omit_header=False, include_lineno=False, sort_output=False)
    lines = target.getvalue().decode().splitlines(keepends=True)
    dated = (
        '"POT-Creation-Date',
        '"PO-Revision-Date',
        '"Generated-By',
        '"Last-Translator',
        '"Language-Team',
        '"Report-Msgid',
        "# ",
    )
    return "".join(line for line in lines if not line.startswith(dated) and line != "#\n").encode()


def main(arguments: list[str]) -> int:
    """Runs the command; the exit code, 1 if `check` finds problems."""
    if arguments == ["update"]:
        update()
        return 0
    if arguments == ["check"]:
        problems = check()
        print("\n".join(problems) or "The catalogs are complete.")
        return bool(problems)
    print("usage: python -m app.i18n.catalogs update|check", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
