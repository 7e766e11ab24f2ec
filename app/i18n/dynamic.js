// Loads labels from messages.json at run time (see app/i18n/client.py). Components show the bundled labels until the
// messages arrive, and after a failed request.
import { useReducer, useState } from "react";
import { useExtra } from "$/app/guard/react.js";
import { languageOf } from "$/app/i18n/language.js";
import addresses from "./addresses.json";

/** @typedef {Record<string, Record<string, string>>} Messages labels by component and name */

/** @type {Record<string, Promise<Messages>>} */
const loads = {}; // promises of messages, by locale

/**
 * @param {string} name
 * @param {Record<string, string>} bundled
 * @returns {Record<string, string>} an object whose texts are replaced when the messages arrive
 */
export function useLabels(name, bundled) {
  const [labels] = useState(() => ({ ...bundled }));
  const [, rerender] = useReducer((times) => times + 1, 0);
  useExtra(
    "messages",
    ({ run }) =>
      void run(async () => {
        const locale = languageOf(location.pathname);
        const messages = await (loads[locale] ||= load(locale));
        Object.assign(labels, messages[name]);
        rerender();
      }),
  );
  return labels;
}

/**
 * @param {string} locale
 * @returns {Promise<Messages>}
 */
async function load(locale) {
  const { url, cacheable } = addresses[locale];
  if (process.env.NODE_ENV === "production" && new URL(url, location.href).host !== location.host) {
    console.error(`The messages come from another host than the site: ${url}`);
  }
  try {
    const response = await fetch(url, cacheable ? {} : { headers: { "Cache-Control": "no-cache" } });
    if (!response.ok) throw new Error(`${response.status}`);
    const { [locale]: messages } = await response.json();
    if (!messages) throw new Error("no messages");
    return messages;
  } catch (error) {
    console.warn("Failed to load messages for locale", locale, error);
    delete loads[locale]; // lets the next component retry
    return {};
  }
}
