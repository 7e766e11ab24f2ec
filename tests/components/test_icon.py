import re
from pathlib import Path

import pytest

from app.components import icon as module
from app.components.icon import collection, icon
from app.components.icon.collection import PLACEHOLDER, Name, bundled
from app.components.icon.drawing import Drawing, Shape, drawing
from app.content.studio import STUDIO
from app.folders import ROOT
from builder.inputs import DIST
from tests.support.rendered import rendered


def test_an_icon_is_decoration_with_the_text_s_size_and_color():
    element = rendered(icon("gift", "size-6"))
    assert element.name == "svg"
    assert element.attributes == {
        "aria-hidden": "true",
        "focusable": "false",
        "viewBox": "0 0 24 24",
        "width": "1em",
        "height": "1em",
        "className": "size-6",
    }
    assert {shape["stroke"] for shape in element.elements if "stroke" in shape.attributes} == {"currentColor"}
    assert element.all("path") and not element.text


def test_groups_contain_their_shapes(monkeypatch: pytest.MonkeyPatch):
    shapes = (Shape("g", {"fill-rule": "evenodd"}, (Shape("circle", {"cx": "4", "stroke-width": "2"}),)),)
    monkeypatch.setattr(module, "find", lambda name: Drawing("0 0 8 8", shapes))
    [group] = rendered(icon("dot")).all("g")
    assert group.attributes == {"fillRule": "evenodd"}
    assert [shape.attributes for shape in group.all("circle")] == [{"cx": "4", "strokeWidth": "2"}]


def test_every_bundled_icon_is_complete():
    for name, drawn in bundled()["icons"].items():
        shapes = [element for element in rendered(icon(name)).elements if element.name != "svg"]
        assert [shape.name for shape in shapes] == re.findall(r"<(\w+)", drawn["body"]), name
        assert sum(len(shape.attributes) for shape in shapes) == len(re.findall(r'([\w-]+)="', drawn["body"])), name
        assert drawing(bundled(), name) != PLACEHOLDER, name


def test_every_icon_of_the_site_is_bundled():
    sources = "".join(map(Path.read_text, (ROOT / "app").rglob("*.py")))
    named = re.findall(r'\b(?:icon|_label|_sign|Signpost)\(\s*"([^"]+)"', sources)
    names = {Name.parse(name) for name in [*named, *(social.icon for social in STUDIO.socials)]}
    assert len(names) > 10
    assert {name.name for name in names if name.prefix == collection.OWN_PREFIX} <= bundled()["icons"].keys()


def test_no_built_page_leads_to_an_icon_provider(built: None):
    providers = re.compile(r"\.json\?icons=|iconify|simplesvg|unisvg", re.IGNORECASE)
    files = [file for kind in ("html", "js", "css") for file in (DIST / "site").rglob(f"*.{kind}")]
    assert len(files) > 60
    assert [file for file in files if providers.search(file.read_text())] == []


def test_built_pages_have_them_in_their_html(built: None):
    for page in ("index.html", "en/contact.html"):
        html = (DIST / "site" / page).read_text()
        assert re.search(r'<svg aria-hidden="true"[^>]*focusable="false"[^>]*viewBox="0 0 24 24"[^>]*><path ', html)
    assert not (DIST / "icons.notices").exists(), "no placeholder on the site"
