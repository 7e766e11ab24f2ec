import json
from typing import Any

import pytest

from tests.support.node import run_in_node

UMD = """(function (global, factory) {
  typeof exports === 'object' && typeof module !== 'undefined' ? module.exports = factory() :
  typeof define === 'function' && define.amd ? define(factory) : (global.fullpage = factory());
})(this, function () { let calls = 0; console.warn("hello"); RESIZE
  return () => ++calls; CREDITS HEIGHT HISTORY WRAPPERS KEYS });"""
CREDITS = (
    r"""var waterMark = "<div class=\"".concat(WATERMARK, "\" style=\"").concat(positionStyle, "\">"""
    r"""<a target=\"_blank\" style=\"text-decoration:none; color: #000;\">");"""
)
RESIZE = """
    let g_isConsecutiveResize = true;
    function resizeHandler() {
      later = setTimeout(function () {
        g_isConsecutiveResize = false; // }
      }, 400);
    }
    var later; resizeHandler(); delays.push(later._idleTimeout); clearTimeout(later);"""
HEIGHT = "var shouldBeScrollable = scrollOverflowHandler.shouldBeScrollable(el.item);"
HISTORY = """function onDestroyAll() {
      win.history.replaceState(null, '', win.location.pathname + window.location.search);
    }"""
WRAPPERS = """
    function unwrap(wrapper) {
      wrapper.remove();
    }
    function createWrapper(item) {
        var overflowWrapper = document.createElement('div');
        overflowWrapper.className = OVERFLOW;
        wrapInner(item, overflowWrapper);
    }
    var usedSelectors = [SECTION, SLIDE, SLIDES_CONTAINER];"""
KEYS = """
    function keydownHandler(e) {
      if (keyCode === 9) {
        onTab(e);
      }
    }"""
PARTS = {"CREDITS": CREDITS, "RESIZE": RESIZE, "HEIGHT": HEIGHT, "HISTORY": HISTORY, "WRAPPERS": WRAPPERS, "KEYS": KEYS}


def with_parts(parts: dict[str, str]) -> str:
    code = UMD
    for name, part in parts.items():
        code = code.replace(name, part)
    return code


LIBRARY = with_parts(PARTS)
NOTICE = "fullPage.js 4.0.41, (c) Alvaro Trigo, GPL-3.0: https://github.com/alvarotrigo/fullPage.js"


def loaded(source: str, script: str) -> Any:
    return run_in_node(
        f"""
        import {{ createRequire }} from "node:module";
        const load = createRequire(process.cwd() + "/")("./fullpage-loader.js");
        const print = (value) => process.stdout.write(JSON.stringify(value));
        const source = {json.dumps(source)};
        const delays = globalThis.delays = []; // of timers that the library starts
        {script}
        """,
        "--input-type=module",
    )


def test_each_call_creates_a_new_library_with_its_delay_and_without_a_greeting():
    assert loaded(
        LIBRARY,
        """
        const module = await import("data:text/javascript," + encodeURIComponent(load(source)));
        const [one, other] = [module.default(250), module.default(600)];
        print([one(), one(), other(), one.notice, delays]);
        """,
    ) == [1, 2, 1, NOTICE, [250, 600]]


def test_only_the_patched_code_changes():
    changed = {
        "CREDITS": r"""var waterMark = "<div class=\"".concat(WATERMARK, "\"><a target=\"_blank\">");""",
        "RESIZE": RESIZE.replace("400", "resizeDelay"),
        "HEIGHT": "var shouldBeScrollable;",
        "HISTORY": "function onDestroyAll() {\n      \n    }",
        "WRAPPERS": """
    function unwrap(wrapper) { return wrapper.classList.remove(OVERFLOW);
      wrapper.remove();
    }
    function createWrapper(item) {
        var overflowWrapper = item.querySelector(":scope > .panel");
        overflowWrapper.classList.add(OVERFLOW);
    }
    var usedSelectors = [SECTION, SLIDE];""",
        "KEYS": KEYS.replace("onTab(e);", ""),
    }
    assert loaded(LIBRARY, f"print(load(source).includes({json.dumps(with_parts(changed))}));")


@pytest.mark.parametrize(
    ("gone", "named"),
    [
        (r' style=\"").concat(positionStyle', "style"),
        ("text-decoration:none", "style"),
        ("400", "g_isConsecutiveResize"),
        ("(el.item)", "shouldBeScrollable"),
        ("window.location.search", "replaceState"),
        ("document.createElement", "overflowWrapper"),
        ("wrapInner(item", "className = OVERFLOW"),
        ("unwrap(wrapper)", "unwrap"),
        ("SLIDES_CONTAINER", "usedSelectors"),
        ("onTab(e)", "onTab"),
    ],
)
def test_other_code_fails_with_a_sentence(gone, named):
    changed = LIBRARY.replace(gone, "")
    said = loaded(changed, "try { load(source); } catch (error) { print(error.message); }")
    assert said.startswith("fullpage.js has changed: expected") and named in said
    assert "pwa/seam/fullpage-loader.js" in said
