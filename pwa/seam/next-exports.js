// The Next modules that the site does not use. If such a module has other exports in a new version of Next, the build
// fails, because the site might need them.
const crypto = require("node:crypto");

// The replacement of each module, and a hash of the names that the module exports. Null stands for an empty module.
/** @type {Record<string, [replacement: string | null, hash: string]>} */
const UNUSED = {
  "client/script.js": ["next-script", "0b1bb421"],
  "client/react-client-callbacks/on-recoverable-error.js": ["next-on-recoverable-error", "22126c5c"],
  "pages/_error.js": ["next-error", "a9562399"],
  "build/polyfills/polyfill-module.js": [null, "e3b0c442"],
  "client/components/is-next-router-error.js": ["next-is-next-router-error", "87223f7b"],
  "shared/lib/router/utils/interception-routes.js": ["next-interception-routes", "6c462b90"],
  "client/tracing/tracer.js": [null, "9530c956"],
  "compiled/path-to-regexp/index.js": [null, "58cb2089"],
  "compiled/process/browser.js": ["next-process", "abbb4d66"],
  "lib/constants.js": [null, "a34079c3"],
  "shared/lib/constants.js": [null, "8167eb51"],
  "shared/lib/router/utils/sorted-routes.js": [null, "ff43e35d"],
};

/** @type {(name: string, exported: object) => void} */
const checkExports = (name, exported) => {
  const names = Object.keys(exported).sort().join(", ");
  const hash = crypto.createHash("sha256").update(names).digest("hex").slice(0, 8);
  if (hash === UNUSED[name]?.[1]) return;
  throw new Error(
    `Next's ${name} has changed (its exports are now ${names || "none"}): check whether the site needs it, then ` +
      `write the hash ${hash} into UNUSED in pwa/seam/next-exports.js.`,
  );
};

module.exports = { checkExports, UNUSED };
