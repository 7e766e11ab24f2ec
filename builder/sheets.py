"""Splits Next's style sheet by when it is needed.

    what pages show as they arrive   first.<hash>.css   before a page is drawn
    what a page with a form shows    form.<hash>.css    in its place
    what is printed                  print.<hash>.css   without haste
    everything                       as Next named it   with the application; members' pages have it from the beginning

All but the last are parts of the whole, so that its rules and their order decide wherever it is loaded. Only the
typefaces are in the first parts alone: defined again, they have a browser lay out the whole page anew. A form has rules
that no other page needs, and that none is to wait for.
"""

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from app.routes import stateful_pattern
from builder.steps import BuildError
from builder.used_css import (
    Rule,
    element_names,
    parse,
    print_rules,
    screen_rules,
    used,
    without_unread_variables,
    write,
)

FOLDER = "_next/static/css"
PARTS = f"{FOLDER}/*.*.css"
"""The files of the parts, below the site's root."""
WHOLE = '<link rel="preload" href="/{0}" as="style"/><link rel="stylesheet" href="/{0}" data-n-g=""/>'
"""How Next links its style sheet."""
FACE = "@font-face"
FIRST = '<link rel="preload" href="/{0}" as="style"/><link rel="stylesheet" href="/{0}"/>'
PRINTED = '<link rel="stylesheet" href="/{0}" media="print"/>'


def split(site: Path) -> None:
    """Writes the parts of the exported site's style sheet, and links them from all pages but members'.

    Raises:
        BuildError: Next did not leave one style sheet that the build can read and that every page links.
    """
    sheet = _sheet(site)
    pages = {file: file.read_text() for file in sorted(site.rglob("*.html"))}
    members = {file for file in pages if _is_private(file.relative_to(site))}
    forms = {file for file in pages.keys() - members if "<form" in pages[file]}
    try:
        rules = parse(sheet.read_text())
    except ValueError as error:
        raise BuildError(f"{error}.".capitalize()) from error
    names = {file: element_names(html) for file, html in pages.items() if file not in members}
    on_forms = set[str]().union(*(names[file] for file in forms))
    on_others = set[str]().union(*(names[file] for file in names.keys() - forms))
    first = FIRST.format(_first(site, "first", rules, on_others))
    form = FIRST.format(_first(site, "form", rules, on_forms)) if forms else first
    paper = PRINTED.format(_write(site, "print", print_rules(used(rules, on_forms | on_others))))
    sheet.write_text(write(rule for rule in rules if rule.head != FACE))
    whole = WHOLE.format(sheet.relative_to(site).as_posix())
    for file, html in pages.items():
        if html.count(whole) != 1:
            raise BuildError(f"Next links the style sheet of {file.relative_to(site)} in another way than expected.")
        part = form if file in forms else first
        file.write_text(html.replace(whole, part + (whole if file in members else paper)))


def _first(site: Path, name: str, rules: list[Rule], names: set[str]) -> str:
    """Writes what pages with these elements and classes wait for; its path below the site's root."""
    return _write(site, name, without_unread_variables(list(screen_rules(used(rules, names)))))


def _sheet(site: Path) -> Path:
    sheets = list((site / FOLDER).glob("*.css"))
    if len(sheets) != 1:
        raise BuildError(f"Next wrote {len(sheets)} style sheets where one was expected.")
    return sheets[0]


def _is_private(file: Path) -> bool:
    """Whether it is a members' page, which shows nothing before a script runs."""
    return bool(re.match(stateful_pattern(), f"/{file.with_suffix('').as_posix()}"))


def _write(site: Path, name: str, rules: Iterable[Rule]) -> str:
    """Writes a part; its path below the site's root."""
    css = write(rules)
    path = f"{FOLDER}/{name}.{sha256(css.encode()).hexdigest()[:16]}.css"
    (site / path).write_text(css)
    return path
