// Watches the inquiry form until its own script starts.
import { EARLY_INPUT, saveEarlyInput } from "$/app/browser/early_input.js";
import { guarded } from "./guarded.js";

export function watchForm() {
  // Marks forms that the browser submits, so that the form's script does not send them again.
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented) /** @type {HTMLFormElement} */ (target).dataset.sent = "";
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const form of document.forms) delete form.dataset.sent;
  });
  // The visitor might have stopped the request.
  const edit = (/** @type {Event} */ { target }) => {
    const { form } = /** @type {HTMLInputElement} */ (target);
    if (form) delete form.dataset.sent;
  };
  addEventListener("input", edit, { capture: true }); // before the form's own listener
  const isSent = () => document.forms.namedItem("inquiry-form")?.dataset.sent === "";
  // Safari does not restore input after a reload.
  const save = guarded("storage", () => isSent() || saveEarlyInput(() => globalThis.sessionStorage));
  addEventListener("pagehide", save);
  // Sent input must not fill the next form. After a failure, Back restores the fields.
  addEventListener(
    "pagehide",
    guarded("storage", () => isSent() && globalThis.sessionStorage.removeItem(EARLY_INPUT)),
  );
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && save());
}
