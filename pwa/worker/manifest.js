// Webpack's part of the service worker: the list of the code and styles that any visitor may need. The build adds the
// rest (builder/precache.py).
const path = require("node:path");
const site = require("../../app/site.json");
const kept = require("./cache_rules.json");

/**
 * @typedef {import("webpack").Compilation} Compilation
 * @typedef {import("workbox-build").ManifestEntry & { size: number }} Entry
 */

/**
 * Whether public pages load an entry. Next's app router is part of every build, and never loaded.
 *
 * @param {string} name
 */
const isPublic = (name) => name !== "main-app" && !new RegExp(site.stateful).test(name.replace(/^pages/, ""));

/**
 * The manifest without what only private entries load, such as the nameless chunks that members' pages share.
 *
 * @param {Entry[]} manifest
 * @param {unknown} compilation
 */
const publicOnly = (manifest, compilation) => {
  const { entrypoints } = /** @type {Compilation} */ (compilation);
  /** @param {[string, { getFiles(): string[] }][]} entries */
  const filesOf = (entries) => entries.flatMap(([, entry]) => entry.getFiles());
  const unused = new Set(filesOf([...entrypoints].filter(([name]) => !isPublic(name))));
  for (const file of filesOf([...entrypoints].filter(([name]) => isPublic(name)))) unused.delete(file);
  return { manifest: manifest.filter(({ url }) => !unused.has(url.replace("/_next/", ""))) };
};

/**
 * The manifest without chunks that are excluded by name, and without what only those need: webpack gives a large
 * library a file of its own, whose name says nothing.
 *
 * @param {Entry[]} manifest
 * @param {unknown} compilation
 */
const withoutChunks = (manifest, compilation) => {
  const { chunkGroups } = /** @type {Compilation} */ (compilation);
  /** @param {boolean} isExcluded */
  const filesOf = (isExcluded) =>
    new Set(
      chunkGroups
        .filter(({ name }) => kept.code.excludeChunks.includes(/** @type {string} */ (name)) === isExcluded)
        .flatMap((group) => group.getFiles()),
    );
  const others = filesOf(false);
  const excluded = filesOf(true);
  return {
    manifest: manifest.filter(
      ({ url }) => others.has(url.replace("/_next/", "")) || !excluded.has(url.replace("/_next/", "")),
    ),
  };
};

/** @param {string[]} texts */
const patterns = (texts) => texts.map((text) => new RegExp(text));

/** The plugin that builds the worker. */
module.exports.worker = () => {
  const { InjectManifest } = require("workbox-webpack-plugin");
  return new InjectManifest({
    swSrc: path.join(__dirname, "sw.js"),
    swDest: "static/sw.js",
    include: patterns(kept.code.include),
    exclude: patterns(kept.code.exclude),
    manifestTransforms: [publicOnly, withoutChunks],
    dontCacheBustURLsMatching: /^/, // every name has a hash
  });
};
