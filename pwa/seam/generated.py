"""The reaches into what Reflex 0.7.14 generates, as functions from text to text.

Each says what it expects to find and raises `GeneratorChanged` when it is not there, so that another version of
Reflex fails the build with a sentence instead of a page that is subtly wrong.
"""

import re
from collections.abc import Callable

RADIX_STYLES = "@import url('@radix-ui/themes/styles.css'); "


class GeneratorChanged(Exception):
    """Reflex generated something else than this project was written for."""

    def __init__(self, file: str, expected: str):
        super().__init__(
            f"Reflex's {file} has changed: expected {expected}. "
            "The project is written for reflex 0.7.14; look at pwa/seam/generated.py for what depends on it."
        )


def _once(
    file: str, source: str, pattern: str, replacement: str | Callable[[re.Match[str]], str], expected: str
) -> str:
    changed, count = re.subn(pattern, replacement, source)
    if count != 1:
        raise GeneratorChanged(file, f"{expected} once, found it {count} times")
    return changed


def extend_next_config(source: str) -> str:
    """`next.config.js` handed through our own `pwa/seam/next.config.js`."""
    generated = _once(
        "next.config.js", source, r"module\.exports = (?={)", "const generated = ", "`module.exports = {`"
    )
    return generated + "\nmodule.exports = (phase) => require('./pwa/seam/next.config.js')(generated, phase);\n"


def without_radix_styles(source: str) -> str:
    """The root style sheet without the 80 kB of a component library that is not used."""
    return _once("style sheet", source, re.escape(RADIX_STYLES), "", "the import of Radix's styles")


def without_time_stamp(source: str) -> str:
    """`utils/context.js` without the time of compilation, which would give every build other bytes."""
    return _once(
        "utils/context.js",
        source,
        r'(export const lastCompiledTimeStamp = )"[^"]*"',
        r'\1""',
        "a `lastCompiledTimeStamp`",
    )


def without_direct_eval(source: str) -> str:
    """`utils/state.js` with each `eval` in the global scope, as the scope of a module with a direct one can be neither
    minified nor shaken; the site's content security policy lets none of them run. Does nothing the second time."""
    changed = re.sub(r"(?<![\w.])eval(?=\()", "globalThis.eval", source)
    if "globalThis.eval(" not in changed:
        raise GeneratorChanged("utils/state.js", "an `eval(`")
    return changed


def without_error_handlers(source: str) -> str:
    """`utils/state.js` without its `onerror` and `onunhandledrejection`, as the monitor hears of errors itself.

    Reflex's handlers fail where an error of another origin has no stack, and keep rejections out of the console. They
    are functions that nobody is given, which the minifier drops. What Reflex would hand to `onerror` is passed to
    `reportError()`. Does nothing the second time."""
    changed = re.sub(r"window\.on(error|unhandledrejection) = (?=function \()", "void ", source)
    handed = r"if \(window && window\?\.onerror\) \{\s*window\.onerror\(e\.message, null, null, null, e\);\s*\}"
    changed = re.sub(handed, "reportError(e);", changed)
    if (changed.count("void function ("), changed.count("reportError(e);")) != (2, 2) or "window.on" in changed:
        raise GeneratorChanged("utils/state.js", "two handlers of errors on `window`, and two calls of `onerror`")
    return changed


def check_state(source: str) -> None:
    """Checks that `utils/state.js` still imports what `replacements/` stands in for, and calls it as they expect."""
    expectations = (
        'import axios from "axios"',
        'import io from "socket.io-client"',
        'import JSON5 from "json5"',
        'import env from "$/env.json"',
        'import Cookies from "universal-cookie"',
        "socket.current = io(endpoint.href, {",
        "socket.current.io.encoder.replacer =",
        "socket.current.io.decoder.tryParse =",
        'socket.current.on("event", async (update) => {',
        'socket.current.on("reload", async (event) => {',
        'socket.emit("event", event);',
        "event_processing = !update.final;",
        'router.events.on("routeChangeComplete", change_complete);',
    )
    for expected in expectations:
        if source.count(expected) != 1:
            raise GeneratorChanged("utils/state.js", f"`{expected}` once")


def check_app(source: str) -> None:
    """Checks that `pages/_app.js` wraps every page in the theme provider that `replacements/` stands in for."""
    for expected in (
        "import { ThemeProvider } from 'next-themes'",
        "jsx(ThemeProvider, {",
        "jsx(EventLoopProvider, {}",
    ):
        if expected not in source:
            raise GeneratorChanged("pages/_app.js", f"`{expected}`")


def check_document(source: str) -> None:
    """Checks that `pages/_document.js` builds the document from the parts that `replacements/` stands in for."""
    if not re.search(r'import \{ Head,\s?Html,\s?Main,\s?NextScript \} from "next/document"', source):
        raise GeneratorChanged("pages/_document.js", "the import of Head, Html, Main and NextScript from next/document")
