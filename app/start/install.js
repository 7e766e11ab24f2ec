// Stores the browser's install prompt until the application starts.
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
