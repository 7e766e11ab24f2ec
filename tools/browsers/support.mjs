// Finds names of JavaScript that a supported browser lacks, in MDN's compatibility data (docs/browsers.md).
import { readFileSync } from "node:fs";

/** @typedef {import("@mdn/browser-compat-data").CompatData} Data */
/** @typedef {import("@mdn/browser-compat-data").BrowserName} BrowserName */
/** @typedef {import("@mdn/browser-compat-data").Identifier} Identifier */
/** @typedef {import("@mdn/browser-compat-data").SimpleSupportStatement} Statement */
/** @typedef {Map<string, BrowserName[]>} Lacking names with the browsers that lack them */

export const SINCE = 2024; // versions from the end of this year on are supported
/** @type {BrowserName[]} */
const BROWSERS = ["chrome", "chrome_android", "edge", "firefox", "firefox_android", "safari", "safari_ios"];
const GLOBALS = ["Window", "WorkerGlobalScope", "ServiceWorkerGlobalScope"]; // interfaces whose members are globals
const EVENT = "_event";

const file = new URL("../../.web/node_modules/@mdn/browser-compat-data/data.json", import.meta.url);
/** @type {Data} */
const data = JSON.parse(readFileSync(file, "utf8"));

/** @param {BrowserName} name */
function oldest(name) {
  const dated = Object.entries(data.browsers[name].releases).flatMap(([version, { release_date }]) =>
    release_date && release_date <= `${SINCE}-12-31` ? [{ version, date: release_date }] : [],
  );
  return dated.reduce((one, other) => (one.date > other.date ? one : other)).version;
}

export const VERSIONS = new Map(BROWSERS.map((name) => [name, oldest(name)]));

/**
 * @param {unknown} version
 * @param {string} maximum
 */
function isAtMost(version, maximum) {
  if (typeof version !== "string" || version === "preview") return false;
  const [one, other] = [version.replace("≤", ""), maximum].map((each) => each.split(".").map(Number));
  return one[0] < other[0] || (one[0] === other[0] && (one[1] || 0) <= (other[1] || 0));
}

/**
 * @param {Statement} statement
 * @param {string} version
 */
const applies = ({ version_added, version_removed, flags, prefix, alternative_name }, version) =>
  isAtMost(version_added, version) && !isAtMost(version_removed, version) && !flags && !prefix && !alternative_name;

/**
 * @param {Identifier} feature
 * @returns {BrowserName[]}
 */
const lacking = (feature) =>
  [...VERSIONS].flatMap(([name, version]) => {
    const statements = [feature.__compat?.support[name] ?? []].flat();
    return statements.some((each) => applies(/** @type {Statement} */ (each), version)) ? [] : [name];
  });

/** @type {Record<"globals" | "members" | "events", Lacking>} */
const all = { globals: new Map(), members: new Map(), events: new Map() };

/**
 * Adds a name. If several interfaces have the name, the one with the best support counts.
 *
 * @param {keyof typeof all} kind
 * @param {string} name
 * @param {Identifier} feature
 */
function add(kind, name, feature) {
  const found = lacking(feature);
  if (found.length < (all[kind].get(name)?.length ?? Infinity)) all[kind].set(name, found);
}

/** @type {Record<string, any>} */
const interfaces = { ...data.api, ...data.javascript.builtins };
for (const [name, feature] of Object.entries(interfaces)) {
  add("globals", name, feature);
  for (const [key, inner] of Object.entries(feature)) {
    const member = key.replace(/_static$/, "");
    if (key.endsWith(EVENT)) add("events", key.slice(0, -EVENT.length), inner);
    else if (key !== "__compat") add("members", member, inner);
    if (GLOBALS.includes(name)) add("globals", member, inner);
  }
}

/** @param {Lacking} names */
const missing = (names) => new Map([...names].filter(([, browsers]) => browsers.length));

export const MISSING = { globals: missing(all.globals), members: missing(all.members), events: missing(all.events) };
