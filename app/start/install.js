// Until the application runs, stores the browser's offer to install the site.
import { guarded } from "./guarded.js";
import { handover } from "./handover.js";

export const deferOffer = () =>
  addEventListener(
    "beforeinstallprompt",
    guarded("install", (/** @type {BeforeInstallPromptEvent} */ event) => {
      event.preventDefault();
      handover.offer = event;
    }),
  );
