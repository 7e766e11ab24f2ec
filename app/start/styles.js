// Retries the style sheet's request if it fails. Pages that the visitor opens by links reuse the document. Without a
// retry, they would be unstyled, too.
import { guarded } from "./guarded.js";
import { untilOnline } from "./retry.js";

const RETRY_MS = 2_000;

// In a hidden frame, Firefox returns no style.
const isStyled = () => getComputedStyle(document.documentElement)?.getPropertyValue("--accent") !== "";

export const watchStyles = guarded("styles", async () => {
  for (let delay = RETRY_MS; ; delay *= 2) {
    await untilOnline(delay);
    const link = document.querySelector("link[rel=stylesheet]");
    if (!link || isStyled()) return;
    await new Promise((resolve) => {
      link.replaceWith(Object.assign(link.cloneNode(), { onload: resolve, onerror: resolve }));
    });
  }
});
