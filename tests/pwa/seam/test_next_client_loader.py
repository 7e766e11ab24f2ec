import json
from typing import Any

import pytest

from app.folders import WEB
from tests.support.node import run_in_node

NEXT = WEB / "node_modules/next/dist/client/index.js"
ENTRY = NEXT.with_name("next.js")
ANNOUNCER = NEXT.with_name("route-announcer.js")


def loaded(source: str, name: str = NEXT.name) -> Any:
    """Returns the loader's output or error message."""
    script = f"""
        const load = require("./next-client-loader.js");
        const file = {{ resourcePath: "/{name}" }};
        const made = () => {{
            try {{ return load.call(file, {json.dumps(source)}); }} catch (error) {{ return error.message; }}
        }};
        process.stdout.write(JSON.stringify(made()));
    """
    return run_in_node(script)


@pytest.fixture(scope="module")
def source(built: None) -> str:
    return NEXT.read_text()


def test_react_hydrates_in_small_steps_without_scrolling(source: str) -> None:
    made = loaded(source)
    assert "startTransition(() => {\n            reactRoot = _client.default.hydrateRoot" in made
    assert "this.scrollToHash()" not in made


@pytest.mark.parametrize("gone", ["hydrateRoot(domEl", "componentDidMount() {", "componentDidUpdate() {"])
def test_another_next_fails_with_a_sentence(source: str, gone: str) -> None:
    said = loaded(source.replace(gone, "changed"))
    assert said.startswith("Next's client/index.js has changed: expected once")
    assert "pwa/seam/next-client-loader.js" in said


def test_only_another_path_is_announced(built: None) -> None:
    source = ANNOUNCER.read_text()
    assert "const asPath = location.pathname;" in loaded(source, ANNOUNCER.name)
    said = loaded(source.replace("useRouter)()", "changed"), ANNOUNCER.name)
    assert said.startswith("Next's client/route-announcer.js has changed: expected once")


def test_a_failed_start_of_next_reaches_the_monitor(built: None) -> None:
    source = ENTRY.read_text()
    assert 'dispatchEvent(new CustomEvent("app:failed"' in loaded(source, ENTRY.name)
    said = loaded(source.replace("console.error", "changed"), ENTRY.name)
    assert said.startswith("Next's client/next.js has changed: expected once")
