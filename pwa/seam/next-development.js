// Configures `next dev`.
const fs = require("node:fs");
const path = require("node:path");
const site = require("../../app/site.json");

/** @typedef {import("next").NextConfig} NextConfig */

const ROOT = path.join(__dirname, "..", "..");

/**
 * Returns the settings that builder/dev_rules.py has written to a file.
 *
 * @returns {{
 *   decided: string[], prefilled: Record<string, string[]>, headers: Record<string, string>,
 *   own: string, worker: boolean
 * }}
 */
const settingsOfDevelopment = () => JSON.parse(fs.readFileSync(path.join(ROOT, "development.json"), "utf8"));

/**
 * Copies static files to `public`. Returns settings that forward requests to the Python server.
 *
 * @returns {NextConfig}
 */
function development() {
  fs.cpSync(path.join(ROOT, "published"), path.join(ROOT, "public"), { recursive: true });
  for (const folder of ["fonts", "pictures"]) {
    fs.cpSync(path.join(ROOT, folder), path.join(ROOT, "public", folder), { recursive: true });
  }
  // Copies only style sheets, because Reflex has copied the other files of `assets/`.
  fs.cpSync(path.join(ROOT, "..", "assets"), path.join(ROOT, "public"), {
    recursive: true,
    filter: (source) => fs.lstatSync(source).isDirectory() || /\.(css|sass|scss)$/.test(source),
  });
  /** @param {string} source */
  const proxied = (source) => ({ source, destination: site.backend + source });
  // With a `value` pattern that has no groups, Next does not add the header's contents to the forwarded URL.
  /** @type {(type: "header" | "query", key: string) => import("next/dist/lib/load-custom-routes").RouteHas} */
  const having = (type, key) => ({ type, key, value: ".*" });
  const dev = settingsOfDevelopment();
  // Makes rewrites apply only on Next's server, because the browser's check of rewrites has no headers.
  const accept = having("header", "accept");
  const missing = [having("header", dev.own)];
  return {
    env: { WORKER: dev.worker ? "on" : "off" },
    headers: async () => [
      { source: "/:path*", headers: Object.entries(dev.headers).map(([key, value]) => ({ key, value })) },
    ],
    rewrites: async () => ({
      beforeFiles: [
        ...site.serverPaths.map(proxied),
        ...Object.entries(site.serverQueries).flatMap(([path, keys]) =>
          keys.map((key) => ({ ...proxied(path), has: [{ type: /** @type {const} */ ("query"), key }] })),
        ),
        ...dev.decided.map((path) => ({ ...proxied(path), has: [accept], missing })),
        ...Object.entries(dev.prefilled).flatMap(([path, keys]) =>
          keys.map((key) => ({ ...proxied(path), has: [accept, having("query", key)], missing })),
        ),
        // Forwards requests with a body, because Next would reject them.
        { ...proxied("/:path*"), has: [having("header", "content-type")] },
      ],
      afterFiles: [],
      fallback: [proxied("/:path*")], // the Python server responds to unknown paths with 404
    }),
  };
}

module.exports = { development, settingsOfDevelopment };
