// Loads labels from messages.json. Until they have loaded, or if loading fails, components show the bundled labels.
// This module is in the main script, because the error page is there, too, and imports this module.
import { useReducer, useState } from "react";
import { fetchJson } from "$/app/browser/json.js";
import { extra } from "$/app/guard/extra.js";
import { useExtra } from "$/app/guard/react.js";
import { languageOf } from "$/app/i18n/language.js";
import addresses from "./addresses.json";

/** @typedef {Record<string, Record<string, string>>} Messages labels, keyed by component and name */

/** @type {Record<string, Promise<Messages>>} */
const loads = {}; // loading or loaded labels, keyed by language

/**
 * @param {string} name
 * @param {Record<string, string>} bundled
 * @returns {Record<string, string>} the bundled labels; loaded labels replace them later
 */
export function useLabels(name, bundled) {
  const [labels] = useState(() => ({ ...bundled }));
  const [, rerender] = useReducer((times) => times + 1, 0);
  useExtra(
    "messages",
    ({ run }) =>
      void run(async () => {
        await replace(name, labels);
        rerender();
      }),
  );
  return labels;
}

/**
 * Loads the label group `name` into `labels`, for scripts without React.
 *
 * @param {string} name
 * @param {Record<string, string>} labels
 */
export const updateLabels = (name, labels) => void extra("messages").run(() => replace(name, labels));

/** @type {(name: string, labels: Record<string, string>) => Promise<void>} */
async function replace(name, labels) {
  const locale = languageOf(location.pathname);
  const messages = await (loads[locale] ||= load(locale));
  Object.assign(labels, messages[name]);
}

function checkHost() {
  const { url } = addresses[languageOf(location.pathname)];
  if (new URL(url, location.href).host !== location.host)
    console.error(`The messages come from another host than the site: ${url}`);
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") checkHost();

/** @type {(locale: string) => Promise<Messages>} */
async function load(locale) {
  const { url, cacheable } = addresses[locale];
  try {
    const options = cacheable ? {} : { headers: { "Cache-Control": "no-cache" } };
    const { [locale]: messages } = await fetchJson(url, options);
    if (!messages) throw new Error("no messages");
    return messages;
  } catch (error) {
    console.warn("Failed to load messages for locale", locale, error);
    delete loads[locale]; // so that the next component that needs labels tries again
    return {};
  }
}
