"""`make page NAME=ink`: creates a page and adds it to the routes and docs/contract.md."""

import keyword
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from app.folders import ROOT
from app.i18n import LANGUAGES
from app.i18n.messages import SOURCE, po_file
from app.routes import RESERVED_PATHS, ROUTES, Route

USAGE = "What is the page called? For example: make page NAME=ink"
LONGER = "For addresses such as /notes/ink or /notes/42, see “Add a page” in docs/how-to.md."
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MODULE = '''"""{title}."""

from app.components import html as h
from app.components.head import Meta
from app.components.layout import band, page_title, prose
from app.i18n import _


def meta():
    """Returns the title and the description."""
    return Meta(
        title=_("{title}"),
        description=_("{title}: what search engines and shared links say of the page, in 50 to 170 characters."),
    )


def page():
    """Returns the content."""
    return h.fragment(page_title(_("{title}")), band(prose(_("What the page says."))))
'''


@dataclass(frozen=True)
class Entry:
    """A line to insert into `file`, before the first `end` after `start`."""

    file: str
    start: str
    end: str
    line: str


class RefusedError(SystemExit):
    """Raised when the page cannot be created."""


def main(names: list[str]) -> None:
    if len(names) != 1:
        sys.exit(USAGE)
    written = create(names[0])
    catalogs = [po_file(language.code).relative_to(ROOT) for language in LANGUAGES if language.code != SOURCE]
    then = f"Now write the page, run `make messages`, and translate its texts in {', '.join(map(str, catalogs))}"
    print("\n".join([*map(str, written), then]))


def create(name: str) -> list[Path]:
    """Writes a new page's files. Returns their paths.

    Raises:
        RefusedError: the name is invalid or taken, or a file has an unknown structure. No file is written.
    """
    route = Route(name, f"/{name}")
    module = Path(route.page.replace(".", "/") + ".py")
    if not SLUG.fullmatch(name) or keyword.iskeyword(name):
        hint = f" {LONGER}" if "/" in name else ""
        raise RefusedError(f"`{name}` is not a page name: write a-z, 0-9 and hyphens, such as ink-drying.{hint}")
    taken = {*ROUTES, *(language.code for language in LANGUAGES)}
    if name in taken or route.path in RESERVED_PATHS or (ROOT / module).exists():
        raise RefusedError(f"`{name}` is taken.")
    title = name.replace("-", " ").capitalize()
    texts = {Path(entry.file): _text_with(entry) for entry in _entries(route, title)}
    texts[module] = MODULE.format(title=title)
    for file, text in texts.items():
        (ROOT / file).write_text(text)
    return list(texts)


def _entries(route: Route, title: str) -> tuple[Entry, ...]:
    addresses = " | ".join(f"`{language.prefix}{route.path}`" for language in LANGUAGES)
    return (
        Entry("app/routes.py", "TABLE = (\n", "\n)\n", f'    Route("{route.name}", "{route.path}"),'),
        Entry("docs/contract.md", "| Czech | English | Page |\n", "\n\n", f"| {addresses} | {title.lower()} |"),
    )


def _text_with(entry: Entry) -> str:
    text = (ROOT / entry.file).read_text()
    start = text.find(entry.start)
    end = text.find(entry.end, start)
    if start < 0 or end < 0:
        raise RefusedError(
            f"{entry.file} has changed: expected {entry.start!r} and {entry.end!r} in it (tools/page.py)."
        )
    return f"{text[:end]}\n{entry.line}{text[end:]}"


if __name__ == "__main__":
    main(sys.argv[1:])
