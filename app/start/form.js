// Watches the inquiry form until its own script starts.
import { EARLY_INPUT, saveEarlyInput } from "$/app/browser/early_input.js";
import { guarded } from "./guarded.js";

export function watchForm() {
  // Marks submitted forms, so that the form's script does not resend them.
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented) /** @type {HTMLFormElement} */ (target).dataset.sent = "";
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const form of document.forms) delete form.dataset.sent;
  });
  // An edit after submitting means that the visitor has probably stopped the request.
  const unmark = (/** @type {Event} */ { target }) => {
    const { form } = /** @type {HTMLInputElement} */ (target);
    if (form) delete form.dataset.sent;
  };
  addEventListener("input", unmark, { capture: true }); // must run before the form's own listener
  const isSent = () => document.forms.namedItem("inquiry-form")?.dataset.sent === "";
  // Stores input, because Safari does not restore it after a reload.
  const save = guarded("storage", () => isSent() || saveEarlyInput(() => globalThis.sessionStorage));
  addEventListener("pagehide", save);
  // If sending fails, the browser restores the fields.
  const deleteSent = guarded("storage", () => isSent() && globalThis.sessionStorage.removeItem(EARLY_INPUT));
  addEventListener("pagehide", deleteSent);
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && save());
}
