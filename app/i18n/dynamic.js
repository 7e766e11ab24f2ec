// Labels from the messages that the server publishes (see client.py). Those in the page stay until the messages are
// loaded, and for good where loading fails.
import { useReducer, useState } from "react";
import { useExtra } from "$/app/guard/react.js";
import { languageOf } from "$/app/i18n/language.js";
import addresses from "./addresses.json";

/** @typedef {Record<string, Record<string, string>>} Messages labels by name, by component */

/** @type {Record<string, Promise<Messages>>} */
const loads = {}; // by locale

/**
 * The labels of the component `name`: an object that stays the same while its texts are replaced.
 *
 * @param {string} name
 * @param {Record<string, string>} bundled those in the page
 * @returns {Record<string, string>}
 */
export function useLabels(name, bundled) {
  const [labels] = useState(() => ({ ...bundled }));
  const [, redraw] = useReducer((times) => times + 1, 0);
  useExtra(
    "messages",
    ({ run }) =>
      void run(async () => {
        const locale = languageOf(location.pathname);
        const messages = await (loads[locale] ||= load(locale));
        Object.assign(labels, messages[name]);
        redraw();
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
    delete loads[locale]; // the next component asks again
    return {};
  }
}
