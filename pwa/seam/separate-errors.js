// A webpack plugin for `next dev`. Changes errors to warnings, because `next dev` shows an error in any module on all
// pages. With the plugin, only pages that import the broken module fail.
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
