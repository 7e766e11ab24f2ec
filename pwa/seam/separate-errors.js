// A webpack plugin for `next dev`, which shows an error in any module on all pages. This plugin changes errors to
// warnings. Only pages that import the broken module then fail.
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
