// A webpack plugin for `next dev`. Changes errors to warnings, so that a broken module affects only pages that import
// it.
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
