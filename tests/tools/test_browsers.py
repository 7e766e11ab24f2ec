import json
import re

import pytest

from app.folders import ROOT
from app.http.export import SITE
from tests.tools.linting import violated_rules
from tools import lint

pytestmark = pytest.mark.mostly_nightly

DOCS = (ROOT / "docs/browsers.md").read_text()
FEATURES = json.loads((ROOT / "tools/browsers/features.json").read_text())
SCRIPTS, STYLES = FEATURES["scripts"], FEATURES["styles"]
VALUES = [value for values in STYLES["allowPropertyValues"].values() for value in values]
NAMES = {*SCRIPTS["guarded"], *STYLES["allowProperties"], *STYLES["allowSelectors"], *VALUES}
ROW = re.compile(r"^\|[^|]*\| (?P<names>`[^|]*) \|(?:[^|]*\|){5}$", re.MULTILINE)
VERSIONS = """
    import { VERSIONS } from "./tools/browsers/support.mjs";
    console.log(JSON.stringify([...VERSIONS.values()]));
"""
NEW = {
    "a function": ("app/another.js", "document.startViewTransition(show);"),
    "a static function": ("app/another.js", "Promise.try(load);"),
    "a class": ("app/another.js", "const closing = new CloseWatcher();"),
    "a part of an object": ("app/another.js", "const { setAppBadge } = navigator;"),
    "a global of the window": ("app/another.js", "if (window.navigation) go();"),
    "an event": ("app/another.js", "addEventListener('scrollend', stop);"),
    "an API of workers": ("pwa/worker/another.js", "addEventListener('periodicsync', poll);"),
    "a guarded name elsewhere": ("app/another.js", "navigator.vibrate?.(20);"),
    "a function of styles": ("app/another.css", "a { left: anchor(right); }"),
    "a property": ("app/another.css", "a { field-sizing: content; }"),
    "a rule": ("app/another.css", "@scope (a) { b { color: red; } }"),
    "a property in a layer": ("app/another.css", "@layer base { a { interpolate-size: allow-keywords; } }"),
}
ACCEPTED = {
    "what every browser has": ("app/another.js", "[1].findLast(even); structuredClone({});"),
    "a guarded name in its file": ("app/browser/idle.js", "globalThis.requestIdleCallback(work);"),
    "a feature behind @supports": (
        "app/another.css",
        "@supports (field-sizing: content) { a { field-sizing: content; } }",
    ),
    "Tailwind's syntax": ("app/another.css", '@import "tailwindcss" source(none); @theme { --color-*: initial; }'),
}
RULES = {"browsers/supported", "css/use-baseline"}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    return violated_rules(tmp_path_factory.mktemp("browsers"), {**NEW, **ACCEPTED})


@pytest.mark.parametrize("name", NEW)
def test_a_newer_feature_fails_the_check(found: dict[str, list[str]], name: str) -> None:
    assert RULES.intersection(found[name])


@pytest.mark.parametrize("name", ACCEPTED)
def test_supported_and_guarded_features_pass(found: dict[str, list[str]], name: str) -> None:
    assert found[name] == []


def test_the_built_style_sheets_pass(built: None) -> None:
    ran = lint.run(*lint.ESLINT, ".", folder=SITE / "_next/static/css", capture=True)
    assert not ran.returncode, ran.stdout


@pytest.mark.main
def test_the_documented_versions_are_checked() -> None:
    ran = lint.run("--input-type=module", "--eval", VERSIONS, capture=True)
    assert re.findall(r"^\| [\w ]+ \| ([\d.]+) \|$", DOCS, re.MULTILINE) == json.loads(ran.stdout)


@pytest.mark.main
def test_every_listed_feature_is_documented() -> None:
    documented = {name for row in ROW.finditer(DOCS) for name in re.findall(r"`([^`]+)`", row["names"])}
    assert documented == NAMES


@pytest.mark.main
def test_every_guarded_name_is_used_in_its_files() -> None:
    for name, files in SCRIPTS["guarded"].items():
        assert [file for file in files if not re.search(rf"\b{name}\b", (ROOT / file).read_text())] == [], name
