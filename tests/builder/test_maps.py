import json

import httpx
import pytest

from app.folders import WEB
from app.http.export import SITE
from builder.assemble import MAPS, _source
from builder.inputs import DIST

SCRIPTS = "_next/static/chunks"


def test_source_maps_are_not_served(built: None, site: str) -> None:
    assert list(SITE.rglob("*.map")) == []
    scripts = list((SITE / SCRIPTS).rglob("*.js"))
    assert len(scripts) > 50
    assert [script.name for script in scripts if "sourceMappingURL" in script.read_text()] == []
    for file in (DIST / MAPS).rglob("main-*.map"):
        path = file.relative_to(DIST / MAPS).as_posix()
        assert httpx.get(f"{site}/{path}").status_code == 404
        assert httpx.get(f"{site}/{MAPS}/{path}").status_code == 404


@pytest.mark.parametrize("name", ["main", "pages/_app", "pages/about", "sentry", "consent"])
def test_a_map_has_the_path_of_its_script_and_names_our_sources(built: None, name: str) -> None:
    [script] = (SITE / SCRIPTS).glob(f"{name}[-.]????????.js")
    described = json.loads((DIST / MAPS / f"{script.relative_to(SITE)}.map").read_text())
    sources = " ".join(described["sources"])
    assert described["mappings"] and "webpack://" in sources
    assert str(DIST.parent) not in json.dumps(described), "no path of this machine"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("webpack://_N_E/./app/extras/bam/bam.js", "webpack://_N_E/./app/extras/bam/bam.js"),
        ("webpack://_N_E/../../../src/client/router.ts", "webpack://_N_E/src/client/router.ts"),
        ("webpack://_N_E/./pages/about.js?663b", "webpack://_N_E/./pages/about.js"),
        (f"webpack://_N_E/ignored|{WEB}/node_modules/a|b", "webpack://_N_E/ignored|./node_modules/a|b"),
    ],
)
def test_names_of_sources_contain_no_path_of_the_machine(name: str, expected: str) -> None:
    assert _source(name) == expected
