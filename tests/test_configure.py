import shutil

import pytest

from app.folders import ROOT
from tests.support.javascript import Browser

START = """
    globalThis.started = [];
    globalThis.sessionStorage = { getItem: () => null };
    const logs = [];
    console.warn = (text) => logs.push(text);
    const offer = (name, value) => Object.defineProperty(navigator, name, { value });
    globalThis.fetch = async (address, { cache }) => {
        logs.push(`${address} ${cache}`);
        return answer();
    };
    const { report } = await import("$/app/guard/report.js");
    report(new Error("early"), "test");
    const { start } = await import("$/app/configure.js");
    const found = await start();
    await settle();
    return [found, started.sort(), logs.slice(1), logs[0]];
"""
ASKED = "/config.json no-store"
FAILURES = {"a page": 'new Response("<html>")', "null": 'new Response("null")'}
DSN = 'sentryDsn: "a DSN"'
TAG = 'analyticsId: "G-TEST1"'
SENTRY = ["connected", "sentry: a DSN"]
TRACK, SELL = 'offer("doNotTrack", "1");', 'offer("globalPrivacyControl", true);'
WISHES = {
    "nothing": ("", "", []),
    "both": (f"{DSN}, {TAG}", "", sorted([*SENTRY, "consent: G-TEST1"])),
    "consent, to Global Privacy Control": (TAG, SELL, []),
    "both, to Do Not Track": (f"{DSN}, {TAG}", TRACK, SENTRY),
    "consent, to who may be tracked": (TAG, 'offer("doNotTrack", "0");', ["consent: G-TEST1"]),
}


@pytest.fixture(scope="module")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """A simulated browser with fake modules for Sentry and the consent dialog."""
    browser = Browser(tmp_path_factory.mktemp("configure"))
    (browser.folder / "app/extras/consent").mkdir(parents=True)
    shutil.copy(ROOT / "app/extras/consent/cookies.js", browser.folder / "app/extras/consent")
    (browser.folder / "app/extras/consent/ask.js").write_text(
        "export const start = (id) => started.push(`consent: ${id}`);"
    )
    (browser.folder / "app/monitoring/sentry.js").write_text(
        "const connected = () => started.push('connected');"
        "export const start = ({ sentryDsn }) => { started.push(`sentry: ${sentryDsn}`); return connected; };"
    )
    return browser


@pytest.mark.parametrize("answer", FAILURES.values(), ids=FAILURES)
def test_a_failure_to_fetch_settings_is_only_logged(javascript: Browser, answer: str) -> None:
    logged = "Failed to fetch the public settings:"
    assert javascript.run(f"const answer = () => {answer}; {START}") == [False, [], [logged], ASKED]


@pytest.mark.parametrize(("settings", "browser", "started"), WISHES.values(), ids=WISHES)
def test_settings_start_what_they_enable(javascript: Browser, settings: str, browser: str, started: list[str]) -> None:
    script = START.replace("const { start }", f"{browser} const {{ start }}")
    answer = f"const answer = () => Response.json({{ {settings} }});"
    assert javascript.run(f"{answer} {script}") == [True, started, [], ASKED]


@pytest.mark.parametrize(("browser", "left"), [(SELL, ["mine=1"]), ("", ["_ga=1", "_ga_TEST1=2", "mine=1"])])
def test_a_refusal_by_the_browser_deletes_the_cookies_of_analytics(
    javascript: Browser, browser: str, left: list[str]
) -> None:
    script = f"""
        const values = {{ _ga: "1", _ga_TEST1: "2", mine: "1" }};
        Object.defineProperty(document, "cookie", {{
            get: () => Object.entries(values).map((pair) => pair.join("=")).join("; "),
            set: (text) => {{ if (text.includes("max-age=0")) delete values[text.split("=")[0]]; }},
        }});
        globalThis.started = [];
        globalThis.fetch = async () => Response.json({{ {TAG} }});
        const offer = (name, value) => Object.defineProperty(navigator, name, {{ value }});
        {browser}
        const {{ start }} = await import("$/app/configure.js");
        await start();
        await settle();
        return document.cookie;
    """
    assert javascript.run(script).split("; ") == left


@pytest.mark.parametrize(("settings", "retained"), [("", "too early"), (DSN, None)], ids=["no Sentry", "Sentry"])
def test_a_failed_start_is_retained_until_sentry_starts(
    javascript: Browser, settings: str, retained: str | None
) -> None:
    script = f"""
        const values = createStorage({{ "failed-start": "too early" }});
        globalThis.sessionStorage = values;
        globalThis.started = [];
        globalThis.fetch = async () => Response.json({{ {settings} }});
        const {{ start }} = await import("$/app/configure.js");
        await start();
        await settle();
        return [values["failed-start"] ?? null, started];
    """
    reported = [] if retained else ["connected", "sentry: a DSN"]
    left, started = javascript.run(script)
    assert left == retained and sorted(started) == reported
