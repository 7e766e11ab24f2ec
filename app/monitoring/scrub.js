// Removes personal data from reports. scrub.py follows the same rules.
import rules from "./scrub.json";

const SECRET = "[secret]";
const KEYS = new RegExp(rules.keys, "i");
/** @type {[RegExp, string][]} */
const TEXTS = rules.texts.map(([pattern, replacement]) => [new RegExp(pattern, "gi"), replacement]);
const STYLES = ["_cssText", "rule", "replace", "replaceSync"]; // keys whose values are CSS
const CSS_URL = /url\((?!["']?data:)[^)]*/gi; // URLs in CSS, except `data:` URLs
const ATTRIBUTES = /\[(.*\]|.*$)/s; // attributes in the CSS selector of a clicked element

/**
 * @param {string} text
 * @returns {string}
 */
const inText = (text) => TEXTS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);

/**
 * @param {string} text
 * @param {string | undefined} category
 * @returns {string}
 */
export const inMessage = (text, category) =>
  inText(String(category).startsWith("ui.") ? text.replace(ATTRIBUTES, "") : text);

/**
 * Parses JSON. Hides values whose keys match `KEYS`, and removes personal data from all other strings.
 *
 * @param {string} json
 * @returns {any}
 */
export const parsed = (json) => JSON.parse(json, scrub);

/**
 * @template Value
 * @param {Value} value
 * @returns {Value}
 */
export const scrubbed = (value) => parsed(JSON.stringify(value));

/**
 * @this {{ isStyle?: boolean, category?: string }} the object that contains the value
 * @param {string} key
 * @param {unknown} value
 */
function scrub(key, value) {
  if (KEYS.test(key)) return SECRET;
  if (typeof value !== "string") return value;
  if (this.isStyle || STYLES.includes(key)) return value.replace(CSS_URL, inText);
  return key === "message" ? inMessage(value, this.category) : inText(value);
}
