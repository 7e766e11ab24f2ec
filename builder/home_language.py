"""Adds the script that chooses the visitor's language on static hosts. Without JavaScript, `/` is in Czech."""

from pathlib import Path

from app.folders import ROOT
from app.i18n import PUBLIC
from app.pages.offline import COMMENT
from app.server.home_redirect import CRAWLERS
from app.settings import settings
from builder.steps import BuildError

SOURCE = ROOT / "app/start/home_language.js"
START = '<meta charSet="utf-8" data-next-head=""/>'


def add_script(site: Path) -> None:
    """Adds the script. Raises a BuildError if the home page has an unexpected form."""
    file = site / "index.html"
    html = file.read_text()
    if html.count(START) != 1:
        raise BuildError("Next starts index.html in another way than expected.")
    languages = " ".join(language.code for language in PUBLIC)
    fallback = settings().fallback_language
    data = f'data-languages="{languages}" data-fallback="{fallback}" data-crawlers="{CRAWLERS}"'
    script = COMMENT.sub("", SOURCE.read_text()).strip()
    file.write_text(html.replace(START, f"{START}<script {data}>{script}</script>"))
