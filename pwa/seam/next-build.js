// Loads Next's modules while Reflex compiles the pages. Starts Next's build after reading "build" from standard input.
const fs = require("node:fs");
const { Module, createRequire } = require("node:module");
const path = require("node:path");

// Modules that are slow to load.
const EARLY = [
  "next/dist/cli/next-build",
  "next/dist/compiled/webpack/bundle5",
  "next/dist/compiled/babel/bundle",
  "next/dist/compiled/mini-css-extract-plugin",
  "@tailwindcss/postcss",
  "workbox-build",
];
// The site does not use Next's server, which needs this module. Replacing the module saves a second.
const LISTS = "next/dist/build/collect-build-traces";

const installed = createRequire(path.join(process.cwd(), "package.json"));

Object.assign(process.env, { NODE_ENV: "production", NEXT_RUNTIME: "nodejs" });

/**
 * @template T
 * @param {string} name
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

// If standard input ends without "build", an earlier step has failed.
if (fs.readFileSync(0, "utf8").trim() === "build") installed("next/dist/bin/next");
