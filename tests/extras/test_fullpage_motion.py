"""fullpage.js receives the settings of a page. A fake fullpage.js records these settings."""

from typing import Any

from tests.support.javascript import Browser

LIBRARY = """
    export default (resizeDelay) => class {
      constructor(root, options) { globalThis.given = { ...options, resizeDelay }; }
      destroy() {}
    };
"""


def options(javascript: Browser, settings: str) -> dict[str, Any]:
    (javascript.folder / "stand-ins/fullpage.js-dist-fullpage.js.js").write_text(LIBRARY)
    return javascript.run(f"""
        const {{ create, run }} = await import("$/app/extras/fullpage/motion.js");
        const panel = {{ id: "ink", classList: {{ add() {{}} }} }};
        const root = {{ querySelector: () => null }};
        const settings = {settings};
        const handlers = {{ onSection() {{}}, onSlide() {{}} }};
        run(create(settings), root, {{ section: panel, slide: null }}, settings, handlers);
        return given;
    """)


def test_settings_reach_the_library(javascript: Browser) -> None:
    given = options(javascript, '{ credits: "Moves", speed: 900, touch: 10, fitDelay: 0, resizeDelay: 250 }')
    names = ("scrollingSpeed", "touchSensitivity", "fitToSectionDelay", "resizeDelay")
    assert [given[name] for name in names] == [900, 10, 0, 250]
    assert given["credits"] == {"enabled": True, "label": "Moves"}


def test_notices_leave_fullpage_running(javascript: Browser) -> None:
    """Open notices add scroll padding. A section that is taller than the window by at most this padding still fits."""
    (javascript.folder / "stand-ins/fullpage.js-dist-fullpage.js.js").write_text(LIBRARY)
    assert javascript.run("""
        const { create, run } = await import("$/app/extras/fullpage/motion.js");
        const panel = { id: "ink", classList: { add() {} }, clientHeight: 600 };
        const root = { querySelector: () => null, querySelectorAll: () => [panel] };
        const motion = run(create({}), root, { section: panel, slide: null }, {}, { onSection() {}, onSlide() {} });
        return [[600, ""], [601, "auto"], [640, "auto"], [640, "80px"], [690, "80px"]].map(([height, padding]) => {
          globalThis.getComputedStyle = () => ({ scrollPaddingBottom: padding });
          return motion.fits(Object.assign(panel, { scrollHeight: height }));
        });
    """) == [True, True, False, True, False]
