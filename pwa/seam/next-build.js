// `node ../pwa/seam/next-build.js build`, in `.web`: Next's command, which loads its modules first and begins when its
// input says "build". So they are there when the pages are, which are made in the meantime.
const fs = require("node:fs");
const { Module, createRequire } = require("node:module");
const path = require("node:path");

// What takes Next long to load, our style sheet's plugin, and what the service worker's loads.
const EARLY = [
  "next/dist/cli/next-build",
  "next/dist/compiled/webpack/bundle5",
  "next/dist/compiled/babel/bundle",
  "next/dist/compiled/mini-css-extract-plugin",
  "@tailwindcss/postcss",
  "workbox-build",
];
// Lists, for a server of Next's, the files that each page needs, which takes it a second: we export.
const LISTS = "next/dist/build/collect-build-traces";

const installed = createRequire(path.join(process.cwd(), "package.json"));

// As Next's command sets it, before anything is loaded.
Object.assign(process.env, { NODE_ENV: "production", NEXT_RUNTIME: "nodejs" });

/**
 * @template T
 * @param {string} name the module's
 * @param {(name: string) => T} use what is done with it
 */
const expected = (name, use) => {
  try {
    return use(name);
  } catch (error) {
    throw new Error(`Next has changed: expected a module ${name}, which pwa/seam/next-build.js loads.`, {
      cause: error,
    });
  }
};

const unused = new Module(expected(LISTS, installed.resolve));
unused.exports = { collectBuildTraces: async () => {} };
unused.loaded = true;
require.cache[unused.id] = unused;

for (const name of EARLY) expected(name, installed);

// Without the word, what would have said it has ended.
if (fs.readFileSync(0, "utf8").trim() === "build") installed("next/dist/bin/next");
