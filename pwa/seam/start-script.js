// Builds two scripts that run before the application: the start script and a script for pages with state. Neither
// needs webpack's runtime chunk.
const path = require("node:path");

const FOLDER = path.join(__dirname, "..", "..", "app", "start");
const NAMES = ["start", "first_acts"];

/**
 * @param {typeof import("webpack")} webpack
 * @param {string} buildId
 */
module.exports.startScript = (webpack, buildId) => ({
  /** @param {import("webpack").Compiler} compiler */
  apply: (compiler) => {
    for (const name of NAMES) {
      compiler.hooks.make.tapAsync(name, (compilation, done) => {
        const output = { filename: `static/${buildId}/${name}.js` };
        const child = compilation.createChildCompiler(name, output, [
          new webpack.EntryPlugin(compiler.context, path.join(FOLDER, `${name}.js`), { name }),
        ]);
        child.runAsChild((error, _entries, result) => done(error || result?.errors[0]));
      });
    }
  },
});
