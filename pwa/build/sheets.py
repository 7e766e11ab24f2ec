"""Splits Next's style sheet by when it is needed.

    what pages show as they arrive   first.<hash>.css   before a page is drawn
    what is printed                  print.<hash>.css   without haste
    everything                       as Next named it   with the application; members' pages have it from the beginning

The first two are parts of the whole: with them or without them before it, a page looks the same.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from app.routes import stateful_pattern
from pwa.build.needed import Names, Rule, needed, parse, printed, shown, without_unread, write
from pwa.build.steps import BuildError

FOLDER = "_next/static/css"
PARTS = f"{FOLDER}/*.*.css"
"""The files of the parts, below the site's root."""
WHOLE = '<link rel="preload" href="/{0}" as="style"/><link rel="stylesheet" href="/{0}" data-n-g=""/>'
"""How Next links its style sheet."""
FIRST = '<link rel="preload" href="/{0}" as="style"/><link rel="stylesheet" href="/{0}"/>'
PRINTED = '<link rel="stylesheet" href="/{0}" media="print"/>'


def split(site: Path) -> None:
    """Writes the parts of the exported site's style sheet, and links them from all pages but members'.

    Raises:
        BuildError: Next did not leave one style sheet that the build can read and that every page links.
    """
    sheet = _sheet(site)
    pages = {file: file.read_text() for file in _pages(site)}
    names = Names()
    for html in pages.values():
        names.feed(html)
    try:
        rules = list(needed(parse(sheet.read_text()), names.found))
    except ValueError as error:
        raise BuildError(f"{error}.".capitalize()) from error
    first = _write(site, "first", without_unread(list(shown(rules))))
    paper = _write(site, "print", printed(rules))
    whole = sheet.relative_to(site).as_posix()
    for file, html in pages.items():
        if html.count(WHOLE.format(whole)) != 1:
            raise BuildError(f"Next links the style sheet of {file.relative_to(site)} in another way than expected.")
        parts = FIRST.format(first) + PRINTED.format(paper)
        file.write_text(html.replace(WHOLE.format(whole), parts))


def _sheet(site: Path) -> Path:
    sheets = list((site / FOLDER).glob("*.css"))
    if len(sheets) != 1:
        raise BuildError(f"Next wrote {len(sheets)} style sheets where one was expected.")
    return sheets[0]


def _pages(site: Path) -> Iterator[Path]:
    """Every page that shows something before a script runs, in order."""
    private = re.compile(stateful_pattern())
    for file in sorted(site.rglob("*.html")):
        if not private.match(f"/{file.relative_to(site).with_suffix('').as_posix()}"):
            yield file


def _write(site: Path, name: str, rules: Iterable[Rule]) -> str:
    """Writes a part; its path below the site's root."""
    css = write(rules)
    path = f"{FOLDER}/{name}.{sha256(css.encode()).hexdigest()[:16]}.css"
    (site / path).write_text(css)
    return path
