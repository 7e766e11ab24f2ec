"""Measures the sizes of the built site."""

from app.http.export import SITE
from tests.support import weights
from tools.bench.printing import progress, row

HOME = "index.html"


def sizes() -> None:
    progress("Weighing the site")
    pages = {page.page: page for page in weights.weights()}
    _heaviest_pages(pages)
    _optional_code()
    row(
        "the first picture of a page, the largest one, on a phone of 412 × 823 at 1.75",
        kilo(max(map(weights.hero, pages))),
        kilo(weights.HERO_BUDGET),
    )
    row("fonts that a page preloads", kilo(weights.fonts(HOME)))
    row("HTML of the home page, with the start script", f"{kilo(pages[HOME].html)} gzip")
    stored, sent = weights.precached_bytes()
    row(
        "files that the service worker precaches",
        f"{len(weights.precached())} files, {stored / 1e6:.2f} MB, of which {sent / 1e6:.2f} MB are sent",
    )
    own, part = weights.worker()
    row("the service worker; its part on the page, loaded when idle", f"{kilo(own)} gzip; {kilo(part)} gzip")
    files = [file for file in SITE.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    row("the whole site, with pictures in three formats", f"{len(files)} files, {size / 1e6:.0f} MB")


def _heaviest_pages(pages: dict[str, weights.Weight]) -> None:
    first = max(pages.values(), key=lambda page: page.start)
    then = max(pages.values(), key=lambda page: page.javascript)
    styled = max(pages.values(), key=lambda page: page.css)
    row(
        "JavaScript before the first act, in the HTML of the largest page",
        f"{kilo(first.start, 2)} brotli",
        f"{kilo(weights.START_BUDGET)} brotli",
    )
    row(
        f"JavaScript after the first act, largest page (`{then.page}`)",
        f"{kibi(then.javascript)} brotli",
        f"{weights.JAVASCRIPT_BUDGET / 1024:.0f} KiB brotli, without its content",
    )
    row("render-blocking CSS", f"{kibi(styled.css)} brotli", f"{kibi(weights.CSS_BUDGET)} brotli")


def _optional_code() -> None:
    row(
        "fullpage.js and its code, on large screens only",
        f"{kilo(sum(size for _, size in weights.fullpage()))} gzip",
        f"{kilo(weights.FULLPAGE_BUDGET)} gzip",
    )
    parts = weights.lazy()
    consent = sum(size for name, size in parts.items() if name.startswith("consent."))
    row("Sentry with replay, if there is a DSN", f"{kilo(sum(parts.values()) - consent)} gzip")
    row("the question for consent, if there is an analytics id", f"{kilo(consent)} gzip")


def kilo(size: int, digits: int = 1) -> str:
    return f"{size / 1e3:.{digits}f} kB"


def kibi(size: int) -> str:
    return f"{size / 1024:.2f} KiB"
