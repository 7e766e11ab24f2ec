"""What the server's settings ask for is fetched, and nothing else; without settings the page goes on."""

import pytest

from tests.support.javascript import Browser

START = """
    globalThis.begun = [];
    const said = [];
    console.warn = (text) => said.push(text);
    const offer = (name, value) => Object.defineProperty(navigator, name, { value });
    globalThis.fetch = async (address, { cache }) => {
        said.push(`${address} ${cache}`);
        return answer();
    };
    const { report } = await import("$/app/guard/report.js");
    report(new Error("early"), "test");
    const { start } = await import("$/app/configure.js");
    const found = await start();
    await settle();
    return [found, begun.sort(), said.slice(1), said[0]];
"""
ASKED = "/config.json no-store"
FAILURES = {
    "a status": 'new Response("{}", { status: 500 })',
    "a page": 'new Response("<html>")',
    "null": 'new Response("null")',
    "nothing": 'new Response("")',
    "no network": 'Promise.reject(new TypeError("Failed to fetch"))',
}
DSN = 'sentryDsn: "a DSN"'
TAG = 'analyticsId: "G-TEST1"'
SENTRY = ["connected", "sentry: a DSN"]
TRACK, SELL = 'offer("doNotTrack", "1");', 'offer("globalPrivacyControl", true);'
WISHES = {
    "nothing": ("", "", []),
    "Sentry": (DSN, "", SENTRY),
    "consent": (TAG, "", ["consent: G-TEST1"]),
    "both": (f"{DSN}, {TAG}", "", sorted([*SENTRY, "consent: G-TEST1"])),
    "consent, to Do Not Track": (TAG, TRACK, []),
    "consent, to Global Privacy Control": (TAG, SELL, []),
    "both, to Do Not Track": (f"{DSN}, {TAG}", TRACK, SENTRY),
    "consent, to who may be tracked": (TAG, 'offer("doNotTrack", "0");', ["consent: G-TEST1"]),
}


@pytest.fixture(scope="module")
def javascript(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    """What the settings ask for only says that it has begun."""
    browser = Browser(tmp_path_factory.mktemp("configure"))
    (browser.folder / "app/extras/consent").mkdir(parents=True)
    (browser.folder / "app/extras/consent/ask.js").write_text(
        "export const start = (id) => begun.push(`consent: ${id}`);"
    )
    (browser.folder / "app/monitoring/sentry.js").write_text(
        "const connected = () => begun.push('connected');"
        "export const start = ({ sentryDsn }) => { begun.push(`sentry: ${sentryDsn}`); return connected; };"
    )
    return browser


@pytest.mark.parametrize("answer", FAILURES.values(), ids=FAILURES)
def test_settings_that_cannot_be_had_are_only_logged(javascript: Browser, answer: str) -> None:
    told = "Failed to fetch the public settings:"
    assert javascript.run(f"const answer = () => {answer}; {START}") == [False, [], [told], ASKED]


@pytest.mark.parametrize(("settings", "browser", "begun"), WISHES.values(), ids=WISHES)
def test_what_the_settings_ask_for(javascript: Browser, settings: str, browser: str, begun: list[str]) -> None:
    script = START.replace("const { start }", f"{browser} const {{ start }}")
    answer = f"const answer = () => Response.json({{ {settings} }});"
    assert javascript.run(f"{answer} {script}") == [True, begun, [], ASKED]
