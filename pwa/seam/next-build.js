// `node ../pwa/seam/next-build.js build`, in `.web`: loads Next's modules while Reflex compiles the pages, and starts
// Next's command once the standard input says "build".
const fs = require("node:fs");
const { Module, createRequire } = require("node:module");
const path = require("node:path");

// Modules that are slow to load: Next's, and those of the style sheet and the service worker.
const EARLY = [
  "next/dist/cli/next-build",
  "next/dist/compiled/webpack/bundle5",
  "next/dist/compiled/babel/bundle",
  "next/dist/compiled/mini-css-extract-plugin",
  "@tailwindcss/postcss",
  "workbox-build",
];
// Lists files for Next's server, which takes a second. An exported site has no such server.
const LISTS = "next/dist/build/collect-build-traces";

const installed = createRequire(path.join(process.cwd(), "package.json"));

// Next's command sets this before it loads anything.
Object.assign(process.env, { NODE_ENV: "production", NEXT_RUNTIME: "nodejs" });

/**
 * @template T
 * @param {string} name the module's
 * @param {(name: string) => T} use
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

// Without the word, the build has failed.
if (fs.readFileSync(0, "utf8").trim() === "build") installed("next/dist/bin/next");
