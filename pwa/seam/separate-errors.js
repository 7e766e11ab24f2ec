// A webpack plugin for `next dev`. Next shows an error in any module on every page. As a warning, the error appears
// only where it matters: webpack compiles a faulty module to code that throws, so the pages that import it fail.
const NAME = "SeparateErrors";

/** @param {import("webpack").CompilationError} error */
const isOfScript = ({ module }) => /\.js$/.test(module?.resource || "");

module.exports = {
  /** @param {import("webpack").Compiler} compiler */
  apply: (compiler) =>
    compiler.hooks.thisCompilation.tap(NAME, (compilation) =>
      compilation.hooks.seal.tap(NAME, () => {
        compilation.warnings.push(...compilation.errors.filter(isOfScript));
        compilation.errors = compilation.errors.filter((error) => !isOfScript(error));
      }),
    ),
};
