import json
from typing import Any

import pytest

from tests.support.node import run_in_node

INSERTION = "function __insertCSS(code) { document.head.append(code) }"
ELEMENT = """jsx(
  "style",
  {
    dangerouslySetInnerHTML: {
      __html: `[a]{b:c}`
    },
    nonce
  }
)"""
SINGLETON = "export var stylesheetSingleton = function () { document.createElement('style') };"


def loaded(path: str, source: str) -> Any:
    return run_in_node(f"""
        const load = require("./style-elements.js");
        const resourcePath = "/web/node_modules/{path}";
        let result;
        try {{
          result = load.call({{ resourcePath }}, {json.dumps(source)});
        }} catch (error) {{
          result = error.message;
        }}
        console.log(JSON.stringify([load.FILES.test(resourcePath), result]));
    """)


@pytest.mark.parametrize(
    ("path", "source", "gone"),
    [
        ("sonner/dist/index.mjs", INSERTION, "{ document"),
        ("vaul/dist/index.mjs", INSERTION, "{ document"),
        ("@radix-ui/react-scroll-area/dist/index.mjs", ELEMENT, '"style"'),
        ("@radix-ui/react-select/dist/index.mjs", ELEMENT, '"style"'),
        ("react-style-singleton/dist/es2015/singleton.js", SINGLETON, "createElement"),
    ],
)
def test_the_insertion_is_replaced(path: str, source: str, gone: str) -> None:
    is_loaded, result = loaded(path, source)
    assert is_loaded and gone in source and gone not in result


def test_another_version_fails_with_a_sentence() -> None:
    _, message = loaded("sonner/dist/index.mjs", "export const toast = 1;")
    assert message.startswith("sonner has changed: expected ") and "pwa/seam/style-elements.js" in message


def test_other_modules_are_left_alone() -> None:
    assert not run_in_node('console.log(require("./style-elements.js").FILES.test("/node_modules/sonner/other.mjs"))')


def test_scroll_locks_adopt_a_constructed_sheet() -> None:
    adopted = run_in_node(f"""
        const load = require("./style-elements.js");
        const resourcePath = "/node_modules/react-style-singleton/dist/es2015/singleton.js";
        const source = load.call({{ resourcePath }}, {json.dumps(SINGLETON)}).replace("export const", "var");
        globalThis.CSSStyleSheet = class {{ replaceSync(css) {{ this.css = css; }} }};
        globalThis.document = {{ adoptedStyleSheets: [] }};
        eval(source);
        const {{ add, remove }} = stylesheetSingleton();
        const seen = [];
        for (const step of [() => add("a{{}}"), () => add("a{{}}"), remove, remove]) {{
          step();
          seen.push(document.adoptedStyleSheets.map((sheet) => sheet.css));
        }}
        console.log(JSON.stringify(seen));
    """)
    assert adopted == [["a{}"], ["a{}"], ["a{}"], []]
