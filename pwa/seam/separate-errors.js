// A webpack plugin for `next dev`, which shows an error in any module on every page. The plugin turns errors into
// warnings. Webpack compiles a faulty module to code that throws, so only the pages that import the module fail.
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
