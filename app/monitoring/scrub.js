// Takes out of a report whatever may tell who somebody is, by the rules of scrub.py.
import rules from "./scrub.json";

const SECRET = "[secret]";
const KEYS = new RegExp(rules.keys, "i");
const TEXTS = rules.texts.map(([pattern, replacement]) => [new RegExp(pattern, "gi"), replacement]);
const STYLES = ["_cssText", "rule", "replace", "replaceSync"]; // what a replay calls texts of CSS
const ADDRESS = /url\((?!["']?data:)[^)]*/gi; // where a colour such as #fff is none
const ATTRIBUTES = /\[(.*\]|.*$)/s; // of what was clicked, from the first to the last: their values may be anything

/** The same text, scrubbed. */
export const inText = (text) =>
  TEXTS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);

/** What a breadcrumb says, scrubbed. */
export const inMessage = (text, category) =>
  inText(String(category).startsWith("ui.") ? text.replace(ATTRIBUTES, "") : text);

/** What a text of JSON holds, with every text in it scrubbed, and what has a telling name replaced. */
export const parsed = (json) => JSON.parse(json, scrub);

/** The same value, likewise, as far as JSON knows it. */
export const scrubbed = (value) => parsed(JSON.stringify(value));

function scrub(key, value) {
  if (KEYS.test(key)) return SECRET;
  if (typeof value !== "string") return value;
  if (this.isStyle || STYLES.includes(key)) return value.replace(ADDRESS, inText);
  return key === "message" ? inMessage(value, this.category) : inText(value);
}
