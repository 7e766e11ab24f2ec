// Takes out of a report whatever may identify a person, by the rules of scrub.py.
import rules from "./scrub.json";

const SECRET = "[secret]";
const KEYS = new RegExp(rules.keys, "i");
/** @type {[RegExp, string][]} */
const TEXTS = rules.texts.map(([pattern, replacement]) => [new RegExp(pattern, "gi"), replacement]);
const STYLES = ["_cssText", "rule", "replace", "replaceSync"]; // the names under which a replay has CSS
const CSS_URL = /url\((?!["']?data:)[^)]*/gi; // in CSS a colour such as #fff looks like a hash
const ATTRIBUTES = /\[(.*\]|.*$)/s; // of the clicked element, from the first to the last: their values may be anything

/**
 * The same text, scrubbed.
 *
 * @param {string} text
 * @returns {string}
 */
export const inText = (text) =>
  TEXTS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);

/**
 * A breadcrumb's message, scrubbed.
 *
 * @param {string} text
 * @param {string | undefined} category
 * @returns {string}
 */
export const inMessage = (text, category) =>
  inText(String(category).startsWith("ui.") ? text.replace(ATTRIBUTES, "") : text);

/**
 * What a text of JSON holds, with every text in it scrubbed, and every value with a name such as "token" replaced.
 *
 * @param {string} json
 * @returns {any} of whatever shape the JSON has
 */
export const parsed = (json) => JSON.parse(json, scrub);

/**
 * The same value, scrubbed likewise, as far as JSON can hold it.
 *
 * @template Value
 * @param {Value} value
 * @returns {Value}
 */
export const scrubbed = (value) => parsed(JSON.stringify(value));

/**
 * @this {{ isStyle?: boolean, category?: string }} the object that has the value
 * @param {string} key
 * @param {unknown} value
 */
function scrub(key, value) {
  if (KEYS.test(key)) return SECRET;
  if (typeof value !== "string") return value;
  if (this.isStyle || STYLES.includes(key)) return value.replace(CSS_URL, inText);
  return key === "message" ? inMessage(value, this.category) : inText(value);
}
