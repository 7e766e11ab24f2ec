// Prints the site's compiled style sheet. (`next dev` itself delivers styles only in a script.) Runs in `.web`; the
// arguments are the paths of style sheets.
const fs = require("node:fs");
const postcss = require("postcss");
// @ts-expect-error: TypeScript does not resolve the package's exports here
const tailwind = require("@tailwindcss/postcss");

/** @param {string} from */
const compiled = async (from) => (await postcss([tailwind()]).process(fs.readFileSync(from), { from })).css;

Promise.all(process.argv.slice(2).map(compiled)).then((sheets) => process.stdout.write(sheets.join("\n")));
