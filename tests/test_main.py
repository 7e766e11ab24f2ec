"""Every page deletes old drafts of inquiries."""

import shutil

import pytest

from app.folders import ROOT
from tests.support.javascript import Browser

LOAD = """
    const draft = (days) => JSON.stringify({ at: Date.now() - days * 24 * 60 * 60 * 1000 });
    const stored = { "inquiry:new": draft(29), "inquiry:old": draft(31), "inquiry:broken": "{", "install": "yes" };
    stored["inquiry:clock"] = JSON.stringify({ at: Date.UTC(2020, 0, 1) });
    globalThis.localStorage = createStorage(stored);
    document.readyState = "complete";
    await import("$/app/main.js");
    await settle();
    const isNew = Date.now() - JSON.parse(stored["inquiry:clock"] ?? "{}").at < 1000;
    return [...Object.keys(stored), isNew];
"""


@pytest.fixture(scope="module")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A simulated browser that can also load the modules of the inquiry form."""
    browser = Browser(tmp_path_factory.mktemp("main"))
    shutil.copytree(ROOT / "app/extras/inquiry", browser.folder / "app/extras/inquiry")
    return browser


def test_every_page_deletes_old_drafts(javascript: Browser) -> None:
    """A draft that seems to be older than the site was saved while the device's clock was wrong."""
    assert javascript.run(LOAD) == ["inquiry:new", "install", "inquiry:clock", True]
