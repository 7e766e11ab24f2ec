import json

from app.http.export import SITE
from builder.assemble import MAPS
from builder.inputs import DIST
from tests.support.source_maps import without

MAP = {"sources": ["ours.js", "theirs.js"], "mappings": "AAAA,ICAA,KDAA,I;ACCD,iBDAA"}
SCRIPT = "ourstheirOURSnone\ntheirs, long lineours"


def test_parts_of_a_source_are_removed() -> None:
    assert without(SCRIPT, MAP, lambda name: name == "ours.js") == "theirnone\ntheirs, long line"
    assert without(SCRIPT, MAP, lambda name: name == "theirs.js") == "oursOURSnone\nours"
    assert without(SCRIPT, MAP, lambda _: True) == "none\n"
    assert without(SCRIPT, MAP, lambda _: False) == SCRIPT


def test_a_built_script_consists_of_its_sources(built: None) -> None:
    [script] = (SITE / "_next/static/chunks").glob("main-????????.js")
    described = json.loads((DIST / MAPS / f"{script.relative_to(SITE)}.map").read_text())
    text = script.read_text()
    assert len(without(text, described, lambda _: True)) < len(text) / 50
    rest = without(text, described, lambda name: name.endswith("/monitor.js"))
    said = "The error page is not shown to crawlers:"
    assert said in text and said not in rest and "app:recovered" in rest
