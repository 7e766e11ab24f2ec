"""Splits the style sheet, so that public pages wait only for the rules that they use.

- first.<hash>.css: rules for public pages without a form
- form.<hash>.css: rules for public pages with a form
- state.<hash>.css: rules for public pages with state
- print.<hash>.css: print rules, which do not block rendering
- the original file: all rules except `@font-face`, loaded with the application

If the original file repeated the `@font-face` rules, browsers would lay out the page again.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from app.routes import private_pattern
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
SPLIT = f"{FOLDER}/*.*.css"
WHOLE = '<link rel="preload" href="/{0}" as="style"/><link rel="stylesheet" href="/{0}" data-n-g=""/>'
FACE = "@font-face"
FIRST = '<link rel="preload" href="/{0}" as="style"/><link rel="stylesheet" href="/{0}"/>'
PRINTED = '<link rel="stylesheet" href="/{0}" media="print"/>'


def split(site: Path) -> None:
    """Splits the style sheet and updates the links in every page.

    Raises:
        BuildError: the style sheet, or the link to it in a page, has an unexpected form.
    """
    sheet = _only_sheet(site)
    pages = {file: file.read_text() for file in sorted(site.rglob("*.html"))}
    members = {file for file in pages if _is_private(file.relative_to(site))}
    groups = {file: _group(html) for file, html in pages.items()}
    try:
        rules = parse(sheet.read_text())
    except ValueError as error:
        raise BuildError(f"{error}.".capitalize()) from error
    names = defaultdict[str, set[str]](set)
    for file in pages.keys() - members:
        names[groups[file]] |= element_names(pages[file])
    blocking = {group: FIRST.format(_first(site, group, rules, names[group])) for group in sorted(names)}
    paper = PRINTED.format(_write(site, "print", print_rules(used(rules, set[str]().union(*names.values())))))
    sheet.write_text(write(rule for rule in rules if rule.head != FACE))
    whole = WHOLE.format(sheet.relative_to(site).as_posix())
    for file, html in pages.items():
        if html.count(whole) != 1:
            raise BuildError(f"Next links the style sheet of {file.relative_to(site)} in another way than expected.")
        links = blocking["first"] + whole if file in members else blocking[groups[file]] + paper
        file.write_text(html.replace(whole, links))


def _group(html: str) -> str:
    if "data-connection" in html:
        return "state"
    return "form" if "<form" in html else "first"


def _first(site: Path, name: str, rules: list[Rule], names: set[str]) -> str:
    """Writes a style sheet for the elements and classes in `names`. Returns the file's path."""
    return _write(site, name, without_unread_variables(list(screen_rules(used(rules, names)))))


def _only_sheet(site: Path) -> Path:
    sheets = list((site / FOLDER).glob("*.css"))
    if len(sheets) != 1:
        raise BuildError(f"Next wrote {len(sheets)} style sheets where one was expected.")
    return sheets[0]


def _is_private(file: Path) -> bool:
    return bool(re.match(private_pattern(), f"/{file.with_suffix('').as_posix()}"))


def _write(site: Path, name: str, rules: Iterable[Rule]) -> str:
    css = write(rules)
    path = f"{FOLDER}/{name}.{sha256(css.encode()).hexdigest()[:16]}.css"
    (site / path).write_text(css)
    return path
