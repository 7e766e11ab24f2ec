"""Photographs are available in several formats and widths. Only important photographs load before they are visible."""

import pytest

from app.components import picture as module
from app.components.picture import picture
from app.components.pictures import Derived
from app.i18n import LANGUAGES, _, use
from tests.support.rendered import Element, rendered

DERIVED = Derived(
    name="hands",
    width=1200,
    height=800,
    sources={
        "image/avif": (("/pictures/hands-480.a.avif", 480), ("/pictures/hands-1200.a.avif", 1200)),
        "image/jpeg": (("/pictures/hands-480.a.jpeg", 480), ("/pictures/hands-1200.a.jpeg", 1200)),
    },
    fallback="/pictures/hands-1200.a.jpeg",
    placeholder="data:image/webp;base64,",
    files={},
)


@pytest.fixture(autouse=True)
def derived(monkeypatch):
    monkeypatch.setattr(module, "derive", lambda name: DERIVED)


def image(*args, **kwargs) -> Element:
    [image] = rendered(picture("hands", *args, **kwargs)).all("img")
    return image


def test_a_browser_can_choose_format_and_width():
    element = rendered(picture("hands", alt="", sizes="(min-width: 1024px) 33vw, 100vw"))
    assert element.name == "picture"
    assert [source.attributes for source in element.all("source")] == [
        {
            "type": kind,
            "srcSet": f"/pictures/hands-480.a.{ending} 480w, /pictures/hands-1200.a.{ending} 1200w",
            "sizes": "(min-width: 1024px) 33vw, 100vw",
        }
        for kind, ending in (("image/avif", "avif"), ("image/jpeg", "jpeg"))
    ]
    assert isinstance(element.children[-1], Element) and element.children[-1].name == "img", "sources come first"


def test_the_image_reserves_its_space_and_shows_the_placeholder():
    shown = image("", class_name="aspect-3/2")
    assert (shown["src"], shown["width"], shown["height"]) == (DERIVED.fallback, "1200", "800")
    assert DERIVED.placeholder in str(shown["style"]) and shown["className"].split()[-1] == "aspect-3/2"


def test_a_picture_is_lazy_unless_it_has_priority():
    late, first = image(""), image("", priority=True)
    assert (late["loading"], late.attributes.get("fetchPriority")) == ("lazy", None)
    assert (first["loading"], first["fetchPriority"]) == ("eager", "high")


def test_alternative_text():
    assert image("")["alt"] == ""
    with use(LANGUAGES[0]):
        assert image(_("Main menu"))["alt"] == str(_("Main menu")) != "Main menu"
