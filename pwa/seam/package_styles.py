"""Publishes the style sheets of npm packages.

A page links only the style sheets of its own components. Modules must not import style sheets, because Next would
then insert inline styles, which the security policy forbids.
"""

import re
import shutil
from collections.abc import Iterable
from functools import cache
from hashlib import sha256

from app.atomic import replacing
from app.folders import ROOT, WEB
from pwa.seam.generated_code import GeneratorChangedError
from pwa.seam.workspace import PUBLISHED

FOLDER = "packages"
MADE = WEB / "package-styles"
HREF = re.compile(rf"/{FOLDER}/([\w.-]+\.css)")
OWN = ROOT / "pwa" / "seam" / "styles"
"""The folder with the site's additions to package style sheets."""
RULE = re.compile(r"(?P<selectors>[^{}]+)(?P<body>\{[^{}]*\})")
DARK = re.compile(r"\.dark\b(?!-)")
DARK_CLASSES = re.compile(r":is\(\.dark, \.dark-theme\)|\.dark,\s*\.dark-theme(?!\))")


@cache
def href(path: str) -> str:
    """Publishes a style sheet from `node_modules`. Returns its URL path.

    Raises:
        GeneratorChangedError: the package does not have the style sheet.
    """
    source = WEB / "node_modules" / path
    if not source.is_file():
        raise GeneratorChangedError(f"component, which imports {path},", "that style sheet in its package")
    css = adapted(source.read_text())
    own = OWN / f"{_flat(path)}.css"
    if own.is_file():
        css += own.read_text()
    name = f"{_flat(path)}.{sha256(css.encode()).hexdigest()[:10]}.css"
    for file in (MADE / name, WEB / "public" / FOLDER / name):
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            with replacing(file) as written:
                written.write(css.encode())
    return f"/{FOLDER}/{name}"


def adapted(css: str) -> str:
    """Makes the dark mode of a style sheet follow the visitor's system setting."""
    return RULE.sub(_followed, css)


def publish(pages: Iterable[str]) -> None:
    for name in {name for code in pages for name in HREF.findall(code)}:
        target = WEB / PUBLISHED / FOLDER / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(MADE / name, target)


def _followed(rule: re.Match[str]) -> str:
    selectors = rule["selectors"]
    if not DARK.search(selectors):
        return rule[0]
    changed = DARK_CLASSES.sub(":root", selectors)
    changed = changed.replace(":where(.dark, .dark-theme)", ":where(:not(.light, .light-theme))").strip()
    return f"{rule[0]}@media (prefers-color-scheme: dark){{{changed}{rule['body']}}}"


def _flat(path: str) -> str:
    return re.sub(r"[^\w.-]+", "-", path.removesuffix(".css")).strip("-")
