from tests.support.node import run_in_node


def test_errors_of_scripts_become_warnings() -> None:
    assert run_in_node("""
        const { apply } = require("./separate-errors.js");
        const error = (name, resource) => ({ name, module: resource && { resource } });
        const compilation = {
          errors: [
            error("page", "/pages/a.js"), error("style", "/styles/a.css"), error("none"), error("bam", "/x/bam.js"),
          ],
          warnings: [error("old")],
          hooks: { seal: { tap: (_, task) => { compilation.seal = task; } } },
        };
        apply({ hooks: { thisCompilation: { tap: (_, task) => task(compilation) } } });
        const before = compilation.errors.length;
        compilation.seal();
        const names = (list) => list.map(({ name }) => name);
        console.log(JSON.stringify([before, names(compilation.errors), names(compilation.warnings)]));
    """) == [4, ["style", "none"], ["old", "page", "bam"]]
