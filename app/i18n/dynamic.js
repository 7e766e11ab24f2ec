// Labels from the messages that the server publishes (see client.py). Those in the page stay until they have come, and
// where they do not.
import { useReducer, useState } from "react";
import { useExtra } from "$/app/guard/react.js";
import { languageOf } from "$/app/i18n/language.js";
import addresses from "./addresses.json";

const loads = {}; // by locale

/** The labels of the component `name`: an object that stays the same while its texts are replaced. */
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

async function load(locale) {
  const { url, cacheable } = addresses[locale];
  if (process.env.NODE_ENV === "production" && new URL(url, location).host !== location.host) {
    console.error(`The messages come from another host than the site: ${url}`);
  }
  try {
    const response = await fetch(url, cacheable ? {} : { headers: { "Cache-Control": "no-cache" } });
    if (!response.ok) throw new Error(response.status);
    const { [locale]: messages } = await response.json();
    if (!messages) throw new Error("no messages");
    return messages;
  } catch (error) {
    console.warn("Failed to load messages for locale", locale, error);
    delete loads[locale]; // the next component asks again
    return {};
  }
}
