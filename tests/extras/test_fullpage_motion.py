"""fullpage.js receives the settings of a page. A fake fullpage.js records these settings."""

import shutil
from typing import Any

import pytest

from app.folders import ROOT
from tests.support.javascript import Browser

LIBRARY = """
    export default (resizeDelay) => class {
      constructor(root, options) { globalThis.given = { ...options, resizeDelay }; }
      destroy() {}
    };
"""


@pytest.fixture(scope="module")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    browser = Browser(tmp_path_factory.mktemp("motion"))
    shutil.copytree(ROOT / "app/extras/fullpage", browser.folder / "app/extras/fullpage")
    (browser.folder / "stand-ins/fullpage.js-dist-fullpage.js.js").write_text(LIBRARY)
    return browser


def options(javascript: Browser, settings: str) -> dict[str, Any]:
    return javascript.run(
        f"""
        const {{ run }} = await import("$/app/extras/fullpage/motion.js");
        const panel = {{ id: "ink", classList: {{ add() {{}} }} }};
        const root = {{ querySelector: () => null }};
        run(root, {{ section: panel, slide: null }}, {settings}, {{ entered() {{}}, moved() {{}} }});
        return given;
        """
    )


def test_settings_reach_the_library(javascript: Browser) -> None:
    given = options(javascript, '{ credits: "Moves", speed: 900, touch: 10, fitDelay: 0, resizeDelay: 250 }')
    names = ("scrollingSpeed", "touchSensitivity", "fitToSectionDelay", "resizeDelay")
    assert [given[name] for name in names] == [900, 10, 0, 250]
    assert given["credits"] == {"enabled": True, "label": "Moves"}
