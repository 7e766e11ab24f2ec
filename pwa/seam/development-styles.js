// Prints the site's compiled style sheet. The arguments are paths of style sheets. Run this script in `.web`.
const fs = require("node:fs");
const postcss = require("postcss");
// @ts-expect-error: TypeScript does not find this file of the package
const tailwind = require("@tailwindcss/postcss");

/** @param {string} from */
const compiled = async (from) => (await postcss([tailwind()]).process(fs.readFileSync(from), { from })).css;

Promise.all(process.argv.slice(2).map(compiled)).then((sheets) => process.stdout.write(sheets.join("\n")));
