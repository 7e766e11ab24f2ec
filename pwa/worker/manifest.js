// Webpack's part of the service worker: the list of the code and styles that every visitor may need. The build adds the rest
// (pwa/build/precache.py).
const path = require("node:path");
const site = require("../../app/site.json");
const kept = require("./kept.json");

// Next's app router comes along with every build, and nothing of it is ever loaded; what members' pages have in common is
// in chunks without a name. No public page needs either.
const isPublic = (name) => name !== "main-app" && !new RegExp(site.stateful).test(name.replace(/^pages/, ""));
const publicOnly = (manifest, { entrypoints }) => {
  const filesOf = (entries) => entries.flatMap(([, entry]) => entry.getFiles());
  const unused = new Set(filesOf([...entrypoints].filter(([name]) => !isPublic(name))));
  for (const file of filesOf([...entrypoints].filter(([name]) => isPublic(name)))) unused.delete(file);
  return { manifest: manifest.filter(({ url }) => !unused.has(url.replace("/_next/", ""))) };
};

// Chunks by name, with what they alone need: webpack gives a large library a file of its own, so its name tells nothing.
const withoutChunks = (manifest, { chunkGroups }) => {
  const filesOf = (isOurs) =>
    new Set(
      chunkGroups
        .filter(({ name }) => kept.code.excludeChunks.includes(name) === isOurs)
        .flatMap((group) => group.getFiles()),
    );
  const others = filesOf(false);
  const ours = filesOf(true);
  return {
    manifest: manifest.filter(
      ({ url }) => others.has(url.replace("/_next/", "")) || !ours.has(url.replace("/_next/", "")),
    ),
  };
};

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
    dontCacheBustURLsMatching: /^/, // every name carries its hash
  });
};
