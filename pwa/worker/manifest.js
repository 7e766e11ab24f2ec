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
 * Returns a transform that removes files from the manifest if only excluded chunk groups need them.
 *
 * @param {(compilation: Compilation) => { name?: string, getFiles(): string[] }[]} groupsOf
 * @param {(name: string) => boolean} isExcluded
 */
const without = (groupsOf, isExcluded) => (/** @type {Entry[]} */ manifest, /** @type {unknown} */ compilation) => {
  const groups = groupsOf(/** @type {Compilation} */ (compilation));
  /** @param {boolean} excluded */
  const filesOf = (excluded) =>
    groups.filter(({ name = "" }) => isExcluded(name) === excluded).flatMap((group) => group.getFiles());
  const unused = new Set(filesOf(true));
  for (const file of filesOf(false)) unused.delete(file);
  return { manifest: manifest.filter(({ url }) => !unused.has(url.replace("/_next/", ""))) };
};

/** @param {string[]} texts */
const patterns = (texts) => texts.map((text) => new RegExp(text));

/** @param {{ isCaching?: boolean }} [options] `isCaching` is false during development */
module.exports.worker = ({ isCaching = true } = {}) => {
  const { InjectManifest } = require("workbox-webpack-plugin");
  return new InjectManifest({
    swSrc: path.join(__dirname, "sw.js"),
    swDest: "static/sw.js",
    include: isCaching ? patterns(rules.code.include) : [],
    exclude: patterns(rules.code.exclude),
    manifestTransforms: [
      without(
        ({ entrypoints }) => [...entrypoints.values()],
        (name) => !isPublic(name),
      ),
      without(
        ({ chunkGroups }) => chunkGroups,
        (name) => rules.code.excludeChunks.includes(name),
      ),
    ],
    dontCacheBustURLsMatching: /^/, // no URL needs a checksum, because all file names contain a hash
  });
};
