// Loads Next's modules while Reflex compiles the pages, and starts Next's build once the standard input says "build".
const fs = require("node:fs");
const { Module, createRequire } = require("node:module");
const path = require("node:path");

// Slowly loading modules for Next, the style sheet and the service worker.
const EARLY = [
  "next/dist/cli/next-build",
  "next/dist/compiled/webpack/bundle5",
  "next/dist/compiled/babel/bundle",
  "next/dist/compiled/mini-css-extract-plugin",
  "@tailwindcss/postcss",
  "workbox-build",
];
// A module that takes a second to list files for Next's server, which an exported site lacks.
const LISTS = "next/dist/build/collect-build-traces";

const installed = createRequire(path.join(process.cwd(), "package.json"));

// Next's command sets these variables before it loads any module.
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

// Without the word "build", an earlier step has failed.
if (fs.readFileSync(0, "utf8").trim() === "build") installed("next/dist/bin/next");
