"""The consent question is translated into every language, but is not in the pages' HTML. After consent, the site counts
visits to public pages only.
"""

import json
from typing import Any

import pytest

from app.content.privacy import BROWSER_DATA
from app.extras import consent
from app.folders import ROOT
from app.i18n import LANGUAGES
from tests.support.javascript import Browser


def test_labels_exist_in_every_language_and_both_buttons_look_the_same() -> None:
    view = json.loads(consent.module())
    assert list(view["labels"]) == [language.code for language in LANGUAGES]
    assert {tuple(labels) for labels in view["labels"].values()} == {tuple(consent.LABELS)}
    script = (ROOT / "app/extras/consent/ask.js").read_text()
    assert [name for name in consent.LOOKS if f"looks.{name}" not in script] == []
    assert script.count("looks.action") == 2


COUNT = """
    const listeners = {};
    let loads = 0;
    Object.assign(document, {
      title: "",
      referrer: REFERRER,
      createElement: () => ({}),
      head: { append: () => { loads++; } },
    });
    globalThis.addEventListener = (type, listener) => { listeners[type] = listener; };
    globalThis.requestAnimationFrame = (task) => task();
    const { default: Router } = await import("next/router");
    const { extra } = await import("$/app/guard/extra.js");
    const { allow, forbid, watchPages } = await import("$/app/extras/consent/tag.js");
    const show = (path) => {
      location.href = location.origin + path;
      location.pathname = path.split("?")[0];
    };
    const open = async (path) => {
      Router.events.emit("beforeHistoryChange", path, { shallow: false });
      show(path);
      document.title = `Title of ${path}`;
      Router.events.emit("routeChangeComplete", path, { shallow: false });
      await settle();
    };
    const goBack = (path) => {
      show(path);
      listeners.popstate({});
    };
    const consent = extra("consent");
    consent.run(() => watchPages(consent, "G-1"));
    STEPS
    const sent = (window.dataLayer || []).map((each) => [...each]);
    const pages = sent.flatMap(([command, page]) => (command === "set" ? [page] : []));
    const views = sent.filter(([command, event]) => command === "event" && event === "page_view").length;
    return { loads, pages, views, isOff: window["ga-disable-G-1"] ?? null };
"""
SITE = "https://otisk.test"
NOTHING = {"loads": 0, "pages": [], "views": 0}
UNCOUNTED = ("/en/booking?token=secret", "/en/patreon/private/12345", "/nope?token=secret")


@pytest.fixture
def tag(javascript: Browser) -> Browser:
    (javascript.folder / consent.MODULE).write_text(consent.module())
    return javascript


def counted(tag: Browser, steps: str, referrer: str = "") -> Any:
    return tag.run(COUNT.replace("STEPS", steps).replace("REFERRER", json.dumps(referrer)))


def page(path: str, title: str, referrer: str) -> dict[str, str]:
    return {"page_location": SITE + path, "page_title": title, "page_referrer": referrer}


def test_cookies_last_as_long_as_the_notice_says(tag: Browser) -> None:
    steps = 'show("/about"); allow("G-1"); return dataLayer.find(([command]) => command === "config")[2];'
    config = counted(tag, steps)
    assert (config["cookie_expires"], config["cookie_update"]) == (14 * 30 * 24 * 60 * 60, False)
    [until] = [data.until.msgid for data in BROWSER_DATA if data.name.startswith("_ga")]
    assert "14 months at most" in until


def test_public_pages_are_counted_without_their_queries(tag: Browser) -> None:
    steps = """
        show("/en/inquiry?what=cards");
        allow("G-1");
        await open("/about?from=letter");
        await open("/about?from=card");
        forbid("G-1");
        await open("/contact");
        allow("G-1");
    """
    assert counted(tag, steps, "https://elsewhere.test/page?q=secret") == {
        "loads": 1,
        "pages": [
            page("/en/inquiry", "", "https://elsewhere.test/page"),
            page("/about", "Title of /about?from=letter", f"{SITE}/en/inquiry"),
            page("/contact", "Title of /contact", f"{SITE}/about"),
        ],
        "views": 3,
        "isOff": False,
    }


@pytest.mark.parametrize("path", UNCOUNTED)
def test_other_pages_do_not_load_the_tag(tag: Browser, path: str) -> None:
    assert counted(tag, f'show("{path}"); allow("G-1");') == {**NOTHING, "isOff": False}


def test_other_pages_are_not_named_as_the_referrer(tag: Browser) -> None:
    found = counted(tag, 'show("/about"); allow("G-1");', SITE + UNCOUNTED[0])
    assert found["pages"] == [page("/about", "", SITE)]


@pytest.mark.parametrize(
    "step", ['await open("/patreon/private/12345");', 'goBack("/patreon/private/12345");'], ids=["link", "Back"]
)
def test_a_loaded_tag_is_off_from_the_first_other_page_until_the_next_document(tag: Browser, step: str) -> None:
    steps = f"""
        show("/about");
        allow("G-1");
        {step}
        await open("/contact");
        forbid("G-1");
        allow("G-1");
    """
    assert counted(tag, steps) == {"loads": 1, "pages": [page("/about", "", "")], "views": 1, "isOff": True}


def test_a_failure_of_the_question_turns_the_tag_off(tag: Browser) -> None:
    steps = """
        console.warn = () => {};
        show("/about");
        allow("G-1");
        consent.guard(() => { throw new Error("failed"); })();
    """
    assert counted(tag, steps)["isOff"] is True
