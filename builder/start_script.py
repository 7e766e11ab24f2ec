"""Writes the start script into every page that React hydrates, and `app/start/first_acts.js` into pages with state."""

import re
from pathlib import Path

from builder.steps import BuildError

MARK = "data-connection="
HYDRATED = 'id="__NEXT_DATA__"'
END = "</body>"
_ENDING = re.compile(r"</script|<!--", re.IGNORECASE)


def write(site: Path, build_id: str) -> None:
    """Inlines the start script and, in pages with state, `first_acts.js` at the end of pages.

    Raises:
        BuildError: a page links the start script in an unexpected way, or a script contains `</script` or `<!--`.
    """
    folder = site / "_next" / "static" / build_id
    start, first_acts = (_take(folder / f"{name}.js") for name in ("start", "first_acts"))
    link = re.compile(f'<script src="/_next/static/{build_id}/start.js" defer=""([^>]*)></script>')
    for file in site.rglob("*.html"):
        html = file.read_text()
        if HYDRATED not in html:
            continue
        found = link.findall(html)
        if len(found) != 1 or html.count(END) != 1:
            raise BuildError(f"Next links the start script of {file.relative_to(site)} in another way than expected.")
        earlier = f"<script>{first_acts}</script>" if MARK in html else ""
        file.write_text(link.sub("", html).replace(END, f"{earlier}<script{found[0]}>{start}</script>{END}"))


def _take(file: Path) -> str:
    script = file.read_text()
    if _ENDING.search(script):
        raise BuildError(f"{file.name} cannot be in HTML, because it contains text that ends a script.")
    file.unlink()
    return script
