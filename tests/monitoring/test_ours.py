import pytest

from tests.support.javascript import Browser

OWN = "https://otisk.test/_next/static/chunks/main-1.js:1:100"
CHROME = "TypeError: x\\n    at f ({})\\n    at https://otisk.test/_next/static/chunks/1.js:1:1"

COUNTS = {
    "Chrome": f"stacked(`{CHROME.format(OWN)}`)",
    "Chrome, without a name": f"stacked(`Error: x\\n    at {OWN}`)",
    "Chrome, within what the language does": f"stacked(`Error: x\\n    at Array.map (<anonymous>)\\n    at f ({OWN})`)",
    "Chrome, asynchronous": f"stacked(`Error: x\\n    at async f ({OWN})`)",
    "Firefox": f"stacked(`f@{OWN}\\n@{OWN}`)",
    "Safari, within what the language does": f"stacked(`map@[native code]\\nf@{OWN}`)",
    "a status": f"Object.assign(stacked(`Error: x\\n    at f ({OWN})`), {{ statusCode: 404 }})",
}
COUNTS_NOT = {
    "nothing": "undefined",
    "a text": "'no'",
    "an event": "new Event('error')",
    "an object": "({ message: 'x' })",
    "no frame": "stacked('TypeError: cancelled', 'cancelled')",
    "no stack": "stacked(undefined)",
    "code that is no script": "stacked('SyntaxError: Unexpected token <', 'Unexpected token <')",
    "an in-app browser": "stacked(`ReferenceError: x\\n    at f (https://otisk.test/about:12:3)`)",
    "an in-app browser, in Safari": "stacked(`global code@https://otisk.test/about:12:3`)",
    "code of a text": f"stacked(`Error: x\\n    at eval (eval at f ({OWN}), <anonymous>:2:52)\\n    at f ({OWN})`)",
    "an extension": f"stacked(`{CHROME.format('chrome-extension://abcdef/inpage.js:1:100')}`)",
    "an extension of Firefox": f"stacked(`f@moz-extension://abcdef/inpage.js:1:100\\ng@{OWN}`)",
    "a tag": f"stacked(`{CHROME.format('https://tag.test/t.js:1:1')}`)",
    "another origin with our path": (
        f"stacked(`{CHROME.format('https://evil.test/?https://otisk.test/_next/static/a.js:1:1')}`)"
    ),
    "what the browser refuses": "new DOMException('no gesture', 'NotAllowedError')",
    "a request that was cut off": f"stacked(`TypeError: Failed to fetch\\n    at f ({OWN})`, 'Failed to fetch')",
    "the same in Safari": f"stacked(`f@{OWN}`, 'Load failed')",
    "a navigation that was overtaken": f"Object.assign(stacked(`Error: x\\n    at f ({OWN})`), {{ cancelled: true }})",
    "a chunk that is missing": f"Object.assign(stacked(`Error: x\\n    at f ({OWN})`), {{ name: 'ChunkLoadError' }})",
}


@pytest.fixture(scope="module")
def verdicts(javascript: Browser) -> dict[str, bool]:
    cases = ", ".join(f"{name!r}: {given}" for name, given in {**COUNTS, **COUNTS_NOT}.items())
    return javascript.run(f"""
        const stacked = (stack, message = "x") => Object.assign(new Error(message), {{ stack }});
        const {{ scriptOf }} = await import("$/app/monitoring/ours.js");
        const verdicts = Object.entries({{ {cases} }}).map(([name, error]) => [name, Boolean(scriptOf(error))]);
        return Object.fromEntries(verdicts);
    """)


@pytest.mark.parametrize("name", COUNTS)
def test_an_error_of_the_site_counts(verdicts: dict[str, bool], name: str) -> None:
    assert verdicts[name] is True


@pytest.mark.parametrize("name", COUNTS_NOT)
def test_any_other_error_does_not_count(verdicts: dict[str, bool], name: str) -> None:
    assert verdicts[name] is False


def test_a_script_that_is_not_in_the_document_belongs_to_an_extra(javascript: Browser) -> None:
    assert javascript.run("""
        document.scripts = [{ src: "https://otisk.test/_next/static/chunks/main-1.js" }, { src: "" }];
        const { isOfThePage } = await import("$/app/monitoring/ours.js");
        return ["main-1", "sentry.2"].map((name) => isOfThePage(`https://otisk.test/_next/static/chunks/${name}.js`));
    """) == [True, False]
