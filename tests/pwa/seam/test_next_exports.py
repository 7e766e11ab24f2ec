from collections.abc import Collection

from tests.support.node import run_in_node

ROUTES = "shared/lib/router/utils/sorted-routes.js"
KNOWN = ("getSortedRouteObjects", "getSortedRoutes")


def said_about(name: str, exported: Collection[str]) -> str:
    exports = ", ".join(f"{each}: 1" for each in exported)
    return run_in_node(f"""
        const {{ checkExports }} = require("./next-exports.js");
        let said = "";
        try {{ checkExports("{name}", {{ {exports} }}); }} catch ({{ message }}) {{ said = message; }}
        console.log(JSON.stringify(said));
    """)


def test_known_exports_pass_in_any_order() -> None:
    assert said_about(ROUTES, KNOWN) == said_about(ROUTES, KNOWN[::-1]) == ""
    assert said_about("build/polyfills/polyfill-module.js", ()) == ""


def test_other_exports_fail_with_a_sentence_that_names_the_module_and_them() -> None:
    message = said_about(ROUTES, [*KNOWN, "sortRoutes"])
    assert message.startswith(
        f"Next's {ROUTES} has changed (its exports are now getSortedRouteObjects, getSortedRoutes, sortRoutes):"
    )
    assert "UNUSED" in message and "pwa/seam/next-exports.js" in message


def test_missing_exports_and_unknown_modules_fail() -> None:
    assert "(its exports are now none)" in said_about(ROUTES, ())
    assert said_about("server/unknown.js", ("default",)).startswith("Next's server/unknown.js has changed")
