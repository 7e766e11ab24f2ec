// Takes out of a report whatever may tell who somebody is, by the rules of scrub.py.
import rules from "./scrub.json";

const DEEPEST = 12; // levels of a report
const SECRET = "[secret]";
const KEYS = new RegExp(rules.keys, "i");
const TEXTS = rules.texts.map(([pattern, replacement]) => [new RegExp(pattern, "gi"), replacement]);

const inText = (text) => TEXTS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);

const isPlain = (value) => Object.getPrototypeOf(value) === Object.prototype;

/** The same value with every text in it scrubbed, and what has a telling name replaced. */
export function scrubbed(value, level = 0) {
  if (typeof value === "string") return inText(value);
  if (!value || typeof value !== "object" || level > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((each) => scrubbed(each, level + 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, KEYS.test(key) ? SECRET : scrubbed(each, level + 1)]),
  );
}

/** A breadcrumb without what was printed as objects, and without the attributes of what was clicked: they may hold names. */
export function scrubbedBreadcrumb({ data, ...breadcrumb }) {
  const clicked = breadcrumb.category?.startsWith("ui.");
  const message = clicked ? breadcrumb.message?.replace(/\[[^\]]*\]/g, "") : breadcrumb.message;
  const kept = breadcrumb.category === "console" || clicked ? undefined : data;
  return scrubbed({ ...breadcrumb, message, data: kept });
}
