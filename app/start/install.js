// Stores the browser's offer to install the site until the application runs.
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
