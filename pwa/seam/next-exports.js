// Checks the exports of the Next modules that next.config.js replaces (`UNUSED`). If a new version of Next exports
// something else, the build fails, because the site might need the new exports.
const crypto = require("node:crypto");

/** @type {Record<string, string>} */
const HASHES = {
  "client/script.js": "0b1bb421",
  "client/react-client-callbacks/on-recoverable-error.js": "22126c5c",
  "pages/_error.js": "a9562399",
  "build/polyfills/polyfill-module.js": "e3b0c442",
  "client/components/is-next-router-error.js": "87223f7b",
  "shared/lib/router/utils/interception-routes.js": "6c462b90",
  "client/tracing/tracer.js": "9530c956",
  "compiled/path-to-regexp/index.js": "58cb2089",
  "compiled/process/browser.js": "abbb4d66",
  "lib/constants.js": "a34079c3",
  "shared/lib/constants.js": "8167eb51",
  "shared/lib/router/utils/sorted-routes.js": "ff43e35d",
};

/**
 * @param {string} name
 * @param {object} exported
 */
module.exports.checkExports = (name, exported) => {
  const names = Object.keys(exported).sort().join(", ");
  const hash = crypto.createHash("sha256").update(names).digest("hex").slice(0, 8);
  if (hash === HASHES[name]) return;
  throw new Error(
    `Next's ${name} has changed (its exports are now ${names || "none"}): re-check UNUSED in ` +
      `pwa/seam/next.config.js, then write the hash ${hash} into pwa/seam/next-exports.js.`,
  );
};
