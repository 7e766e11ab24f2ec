import json
from typing import Any

import pytest

from tests.support.javascript import Browser

EVERYWHERE = [{"key": "F3"}, {"key": "f", "ctrlKey": True}, {"key": "G", "metaKey": True}]
FIREFOX = [{"key": "/"}, {"key": "'", "shiftKey": True}]
OTHERS = [{"key": "f"}, {"key": "/", "ctrlKey": True}, {"key": "'", "altKey": True}, {"key": "ArrowDown"}]


@pytest.mark.parametrize(("is_firefox", "expected"), [(False, EVERYWHERE), (True, EVERYWHERE + FIREFOX)])
def test_only_keys_of_this_browser_open_its_search(
    javascript: Browser, is_firefox: bool, expected: list[dict[str, Any]]
) -> None:
    script = f"""
        globalThis.CSS = {{ supports: () => {json.dumps(is_firefox)} }};
        const {{ opensSearch }} = await import("$/app/start/panels.js");
        return {json.dumps(EVERYWHERE + FIREFOX + OTHERS)}.filter(opensSearch);
    """
    assert javascript.run(script) == expected
