import pytest

from app.components import head as module
from app.components.head import THEME_COLORS, Meta, absolute_url, document_head, head
from app.content.studio import STUDIO
from app.folders import ROOT
from app.i18n import LANGUAGES, _, use
from app.pages import meta_of
from app.routes import Place, places
from app.settings import load
from tests.support.languages import CZECH
from tests.support.pages import all_of
from tests.support.rendered import Element, rendered

SITE = "https://otisk.test"
META = Meta(_("Main menu"), _("Skip to content"))


@pytest.fixture(autouse=True)
def site(monkeypatch):
    settings = load(_env_file=None, site_url=SITE)
    monkeypatch.setattr(module, "settings", lambda: settings)


def head_of(place: Place) -> list[Element]:
    with use(place.language):
        return [rendered(component) for component in head(META, place)]


def contents(elements: list[Element], key: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for element in elements:
        if element.name == "meta" and key in element.attributes:
            found.setdefault(element[key], []).append(element["content"])
    return found


def test_full_title_has_the_studio_s_name():
    for language in LANGUAGES:
        with use(language):
            assert META.full_title == f"{META.title} · {STUDIO.name}"


@all_of(places())
def test_canonical_languages_and_robots(place: Place):
    elements = head_of(place)
    links = [(each["rel"], each.attributes.get("hrefLang"), each["href"]) for each in elements if each.name == "link"]
    own = [SITE + place.path] if place.route.indexed else []
    alternates = [
        *(("alternate", each.code, SITE + place.within(each).path) for each in LANGUAGES),
        ("alternate", "x-default", SITE + place.within(CZECH).path),
    ]
    manifest = ("manifest", None, f"{place.language.prefix}/manifest.webmanifest")
    canonical = [("canonical", None, url) for url in own]
    assert links == [*canonical, *([] if "[" in place.path else alternates), manifest]
    assert contents(elements, "property").get("og:url", []) == own
    assert contents(elements, "name").get("robots") == (None if place.route.indexed else ["noindex"])
    assert [each for each in elements if "css" in each.attributes] == []


@pytest.mark.parametrize(
    "place", [place for place in places() if place.route.name == "bam"], ids=lambda place: place.path
)
def test_phones_share_a_poster_s_hash(place: Place):
    with use(place.language):
        elements = [*map(rendered, head(meta_of(place), place))]
    links = [each["rel"] for each in elements if each.name == "link"]
    assert "alternate" in links and "canonical" not in links and "og:url" not in contents(elements, "property")


@pytest.mark.parametrize(
    "place", [place for place in places() if place.route.name == "about"], ids=lambda place: place.name
)
def test_open_graph(place: Place):
    with use(place.language):
        title, description = str(META.title), str(META.description)
    assert place.language != CZECH or title != META.title.msgid
    assert contents(head_of(place), "property") == {
        "og:type": ["website"],
        "og:site_name": [STUDIO.name],
        "og:title": [title],
        "og:description": [description],
        "og:url": [absolute_url(place)],
        "og:image:width": ["1200"],
        "og:image:height": ["630"],
        "og:locale": [place.language.tag.replace("-", "_")],
        "og:locale:alternate": [each.tag.replace("-", "_") for each in LANGUAGES if each != place.language],
    }
    assert contents(head_of(place), "name")["twitter:card"] == ["summary_large_image"]


def test_document_head():
    elements = [rendered(component) for component in document_head()]
    links = {each["rel"]: each["href"] for each in elements if each.name == "link"}
    assert "manifest" not in links, "the manifest depends on the page's language"
    assert (ROOT / "assets" / links["apple-touch-icon"].lstrip("/")).is_file()
    colors = {each["media"]: each["content"] for each in elements if each.attributes.get("name") == "theme-color"}
    assert colors == {f"(prefers-color-scheme: {scheme})": color for scheme, color in THEME_COLORS.items()}


def test_theme_colors_are_the_paper_of_the_style_sheet():
    styles = (ROOT / "app/styles/site.css").read_text().split("@media print")[0]
    papers = [
        line.split(":")[1].strip(" ;") for line in styles.splitlines() if line.strip().startswith("--color-paper:")
    ]
    assert papers == list(THEME_COLORS.values())
