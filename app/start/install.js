// Defers the browser's offer to install the site, which may come before the application.
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
