// Opens a new message with the inquiry in the visitor's mail program. Static hosts without a form service need this
// module (app/content/destination.py).
import { createElement } from "$/app/browser/elements.js";
import { readable } from "./outcomes.js";

/** @param {string} action */
export const isMail = (action) => action.startsWith("mailto:");

/** @type {(action: string, data: FormData, words: import("./outcome_words.json").Words) => void} */
export function openMail(action, data, words) {
  const rows = readable(/** @type {[string, string][]} */ ([...data]), words);
  const body = rows.map(([label, text]) => `${label}: ${text}`).join("\r\n");
  const href = `${action}?subject=${encodeURIComponent(document.title)}&body=${encodeURIComponent(body)}`;
  createElement("a", { href }).click();
}
