import shutil

import pytest

from app.folders import ROOT
from tests.support.javascript import Browser


@pytest.fixture(scope="module")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A simulated browser that can also load the modules of the inquiry form."""
    browser = Browser(tmp_path_factory.mktemp("main"))
    shutil.copytree(ROOT / "app/extras/inquiry", browser.folder / "app/extras/inquiry")
    return browser


def test_every_page_deletes_old_drafts(javascript: Browser) -> None:
    """A draft that seems old is deleted only if it still seems old a day later, because the clock may be wrong."""
    found = ["inquiry:new", "inquiry:old", "install"]
    assert javascript.run("""
        const draft = (days) => JSON.stringify({ at: Date.now() - days * 24 * 60 * 60 * 1000 });
        const stored = { "inquiry:new": draft(29), "inquiry:old": draft(31), "inquiry:broken": "{", "install": "yes" };
        globalThis.localStorage = createStorage(stored);
        document.readyState = "complete";
        await import("$/app/main.js");
        await settle();
        const { deleteOldDrafts } = await import("$/app/extras/inquiry/old_drafts.js");
        const now = Date.now();
        const left = [Object.keys(stored)];
        for (const hours of [23, 25]) {
          Date.now = () => now + hours * 60 * 60 * 1000;
          deleteOldDrafts();
          left.push(Object.keys(stored));
        }
        return left;
    """) == [found, found, ["inquiry:new", "install"]]
