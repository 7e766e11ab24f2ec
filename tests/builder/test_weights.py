import re
from operator import attrgetter

import pytest

from app.http.export import SITE
from builder.inputs import DIST
from tests.support.weights import (
    CSS_BUDGET,
    FULLPAGE_BUDGET,
    HERO_BUDGET,
    JAVASCRIPT_BUDGET,
    START_BUDGET,
    Weight,
    fullpage,
    hero,
    lazy,
    precached,
    scripts,
    weights,
)


@pytest.fixture(scope="module")
def pages(built: None) -> list[Weight]:
    return weights()


def test_every_public_page_is_weighed(pages: list[Weight]) -> None:
    assert {"index.html", "en.html", "portfolio/posters.html", "en/pricing/weddings.html"} <= {
        page.page for page in pages
    }
    assert all(page.start > 500 and page.code > 50_000 and page.css > 1_000 for page in pages), (
        "the measurement misses files"
    )


def test_javascript_and_css_are_within_their_budgets(pages: list[Weight]) -> None:
    for name, budget in {"code": JAVASCRIPT_BUDGET, "start": START_BUDGET, "css": CSS_BUDGET}.items():
        heaviest = max(pages, key=attrgetter(name))
        assert getattr(heaviest, name) <= budget, heaviest


def test_the_first_picture_of_every_page_is_within_its_budget_on_a_phone(pages: list[Weight]) -> None:
    heroes = {page.page: size for page in pages if (size := hero(page.page))}
    assert {"index.html", "en.html", "portfolio/weddings.html", "vouchers/prints.html"} <= heroes.keys()
    assert {page: size for page, size in heroes.items() if not 5_000 < size <= HERO_BUDGET} == {}


def test_fullpage_has_its_own_chunks_within_its_budget(pages: list[Weight]) -> None:
    chunks = fullpage()
    assert len(chunks) == 2, "the chunks are the library and our script"
    loaded = {script.name for page in SITE.rglob("*.html") for script in scripts(page)}
    assert loaded.isdisjoint(chunk.name for chunk, _ in chunks)
    assert sum(size for _, size in chunks) <= FULLPAGE_BUDGET


def test_unused_code_of_next_is_dropped(built: None) -> None:
    signs = "ESCAPED_CHAR|x-next-revalidated-tags|app-build-manifest.json|different slug names|data-nscript"
    scripts = [file.read_text() for file in (DIST / "site/_next/static").rglob("main-*.js")]
    assert scripts and not [found[0] for script in scripts for found in re.finditer(signs, script)]


def test_lazy_chunks_are_in_no_page_and_not_precached(pages: list[Weight]) -> None:
    chunks = lazy().keys()
    assert {name.split(".")[0] for name in chunks} >= {"configure", "consent"}
    loaded = {script.name for page in SITE.rglob("*.html") for script in scripts(page)}
    cached = {path.rpartition("/")[2] for path in precached()}
    assert chunks.isdisjoint(loaded | cached)
