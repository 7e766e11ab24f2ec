"""Patches files that Reflex 0.7.14 generates.

Functions raise a GeneratorChangedError if a file does not contain the expected code.
"""

import re
from collections.abc import Callable

RADIX_STYLES = "@import url('@radix-ui/themes/styles.css'); "
PAGE_COMPONENT = "export default function Component()"
EXPECTATIONS = {
    "utils/state.js": (
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
    ),
    "utils/context.js": tuple(
        f"export const {name} =" for name in ("ColorModeContext", "DispatchContext", "EventLoopContext", "state_name")
    ),
    "pages/_app.js": (
        "import { ThemeProvider } from 'next-themes'",
        "jsx(ThemeProvider, {",
        "jsx(EventLoopProvider, {}",
    ),
}
"""Code that a generated file must contain, because modules in this folder depend on it. Keyed by generated file."""


class GeneratorChangedError(Exception):
    def __init__(self, file: str, expected: str):
        super().__init__(
            f"Reflex's {file} has changed: expected {expected}. "
            "The project is written for reflex 0.7.14; see pwa/seam/generated_code.py for what depends on it."
        )


def _once(
    file: str, source: str, pattern: str, replacement: str | Callable[[re.Match[str]], str], expected: str
) -> str:
    changed, count = re.subn(pattern, replacement, source)
    if count != 1:
        raise GeneratorChangedError(file, f"{expected} once, found it {count} times")
    return changed


def extend_next_config(source: str) -> str:
    generated = _once(
        "next.config.js", source, r"module\.exports = (?={)", "const generated = ", "`module.exports = {`"
    )
    return generated + "\nmodule.exports = (phase) => require('./pwa/seam/next.config.js')(generated, phase);\n"


def with_inner_component(code: str, name: str) -> str:
    """Renames a page's component to `name`. Removes its `export`, so that a wrapper can be exported instead."""
    return _once("pages", code, re.escape(PAGE_COMPONENT), f"function {name}()", f"`{PAGE_COMPONENT}`")


def without_radix_styles(source: str) -> str:
    """Removes the import of Radix's style sheet (80 kB). Pages with Radix components link the sheet themselves."""
    return _once("style sheet", source, re.escape(RADIX_STYLES), "", "the import of Radix's styles")


def without_time_stamp(source: str) -> str:
    """Removes the compilation timestamp, which would make each build different."""
    return _once(
        "utils/context.js",
        source,
        r'(export const lastCompiledTimeStamp = )"[^"]*"',
        r'\1""',
        "a `lastCompiledTimeStamp`",
    )


def without_direct_eval(source: str) -> str:
    """Makes a call to `eval` indirect, so that the code can be minified.

    The call never runs, because the security policy forbids `eval`.
    """
    changed = re.sub(r"(?<![\w.])eval(?=\()", "globalThis.eval", source)
    if "globalThis.eval(" not in changed:
        raise GeneratorChangedError("utils/state.js", "an `eval(`")
    return changed


def without_error_handlers(source: str) -> str:
    """Removes two of Reflex's error handlers from `window`.

    The handlers fail for errors without a stack and hide promise rejections from the console.
    """
    changed = re.sub(r"window\.on(error|unhandledrejection) = (?=function \()", "void ", source)
    if changed.count("void function (") != 2 or "window.on" in changed:
        raise GeneratorChangedError("utils/state.js", "two handlers of errors on `window`")
    return changed


def without_unknown_states(source: str) -> str:
    """Makes pages ignore unknown states.

    After a new release, the server sends new states to pages that are still open. These pages would stop working.
    """
    expected = "`dispatch[substate](`"
    return _once("utils/state.js", source, r"dispatch\[substate\](\?\.)?\(", "dispatch[substate]?.(", expected)


SCRIPTS_IMPORT = 'import { elementOf, runScript } from "$/pwa/seam/scripts.js";\n'
RUN = """  if (event.name == "_call_script" || event.name == "_call_function") {
    await runScript(event.payload, { queueEvents, processEvent, socket, Event, refs, console });
    return false;
  }

"""


def with_scripts(source: str) -> str:
    """Makes events use `pwa/seam/scripts.js` to run scripts, and to find elements that have no React ref.

    Reflex itself would use `eval`, which the security policy forbids.
    """
    if SCRIPTS_IMPORT in source:
        return source
    scripts = (
        r'  if \(\s*event\.name == "_call_function" &&\s*typeof event\.payload\.function !== "string"\s*\) \{'
        r'.*?if \(event\.name == "_call_script" \|\| event\.name == "_call_function"\) \{.*?return false;\n  \}\n\n'
    )
    expected = "the code of `_call_function` and `_call_script`"
    changed = _once("utils/state.js", source, f"(?s){scripts}", lambda _: RUN, expected)
    unknown = r"(event\.payload\.ref in refs \? refs\[event\.payload\.ref\] : )event\.payload\.ref;"
    changed, count = re.subn(unknown, r"\1elementOf(event.payload.ref);", changed)
    if count != 2:
        raise GeneratorChangedError("utils/state.js", f"two lookups in `refs`, found {count}")
    return _once("utils/state.js", changed, r'(?=import axios from "axios")', SCRIPTS_IMPORT, "an import of axios")


def checked(file: str, source: str) -> str:
    """Returns `source` unchanged if it contains the `EXPECTATIONS` for the generated file."""
    for expected in EXPECTATIONS[file]:
        if source.count(expected) != 1:
            raise GeneratorChangedError(file, f"`{expected}` once")
    return source


def checked_document(source: str) -> str:
    """Returns `pages/_document.js` unchanged if it imports `next/document`, which `replacements/` replaces."""
    if not re.search(r'import \{ Head,\s?Html,\s?Main,\s?NextScript \} from "next/document"', source):
        raise GeneratorChangedError(
            "pages/_document.js", "the import of Head, Html, Main and NextScript from next/document"
        )
    return source
