// Builds the start script (app/start/start.js) without webpack's runtime, because it runs before the application.
const path = require("node:path");

const SOURCE = path.join(__dirname, "..", "..", "app", "start", "start.js");
const NAME = "start";

/**
 * Returns the plugin that builds `static/<build>/start.js`.
 *
 * @param {typeof import("webpack")} webpack
 * @param {string} buildId
 */
module.exports.startScript = (webpack, buildId) => ({
  /** @param {import("webpack").Compiler} compiler */
  apply: (compiler) =>
    compiler.hooks.make.tapAsync(NAME, (compilation, done) => {
      const output = { filename: `static/${buildId}/${NAME}.js` };
      const child = compilation.createChildCompiler(NAME, output, [
        new webpack.EntryPlugin(compiler.context, SOURCE, { name: NAME }),
      ]);
      child.runAsChild((error, _entries, result) => done(error || result?.errors[0]));
    }),
});
