// Makes webpack list the code and styles to cache. builder/precache.py lists the other files.
const path = require("node:path");
const site = require("../../app/site.json");
const rules = require("./cache_rules.json");

/**
 * @typedef {import("webpack").Compilation} Compilation
 * @typedef {import("workbox-build").ManifestEntry & { size: number }} Entry
 */

/**
 * Whether public pages load a webpack entry. No page loads `main-app`.
 *
 * @param {string} name
 */
const isPublic = (name) => name !== "main-app" && !new RegExp(site.private).test(name.replace(/^pages/, ""));

/**
 * Removes files that only private pages load.
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
 * Removes the excluded chunks and the files that only excluded chunks need.
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
        .filter(({ name }) => rules.code.excludeChunks.includes(/** @type {string} */ (name)) === isExcluded)
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

/**
 * Returns the plugin that builds the service worker.
 *
 * @param {{ isCaching?: boolean }} [options] `isCaching` is false during development
 */
module.exports.worker = ({ isCaching = true } = {}) => {
  const { InjectManifest } = require("workbox-webpack-plugin");
  return new InjectManifest({
    swSrc: path.join(__dirname, "sw.js"),
    swDest: "static/sw.js",
    include: isCaching ? patterns(rules.code.include) : [],
    exclude: patterns(rules.code.exclude),
    manifestTransforms: [publicOnly, withoutChunks],
    dontCacheBustURLsMatching: /^/, // no URL needs a checksum, because all file names contain a hash
  });
};
