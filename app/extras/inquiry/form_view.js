// Shows the inquiry form's estimate, problems and outcome.
import { createElement } from "$/app/browser/elements.js";
import { priced } from "./estimate.js";
import { labelOf } from "./outcomes.js";

/**
 * @typedef {import("./field_writes.js").Field} Field
 * @typedef {import("./outcomes.js").Status} Status
 */

/** @param {string} name */
export const element = (name) => /** @type {HTMLElement} */ (document.getElementById(`inquiry-${name}`));

/** @type {(form: HTMLFormElement, name: string) => Field | null} */
export const fieldOf = (form, name) => /** @type {Field | null} */ (form.elements.namedItem(name));

/** @param {{ crowns: number }[]} parts */
export const sumOf = (parts) => parts.reduce((sum, { crowns }) => sum + crowns, 0);

/**
 * @param {import("./estimate.js").Words} words
 * @param {ReturnType<typeof import("./estimate.js").estimate>} parts
 * @param {number} sum
 * @param {number} example
 */
export function showEstimate(words, parts, sum, example) {
  const { price, second } = priced(words, sum);
  element("estimate").textContent = parts ? [price, second].filter(Boolean).join(" ") : "";
  const note = words.labels.example.replace("{n}", String(example));
  // Repeats the note for screen readers, which announce a changed estimate without the note below it.
  if (example) element("estimate").prepend(createElement("span", { className: "sr-only", textContent: `${note}: ` }));
  element("parts").replaceChildren(
    ...(example ? [createElement("li", { textContent: note })] : []),
    ...(parts || []).map(({ name, crowns }) => {
      const row = document.createElement("li");
      row.append(span(name), span(priced(words, crowns).price));
      return row;
    }),
  );
}

/** @param {string} text */
const span = (text) => createElement("span", { textContent: text });

/** @type {(words: import("./estimate.js").Words, status: Status) => string} */
export function stateText({ labels }, { state, reference = "", isMailed, note = "", reason }) {
  const label = labels[labelOf({ state, reference, isMailed })];
  const cause = state.startsWith("waiting") ? reason || labels.unreachable : "";
  return `${cause} ${label?.replace("{reference}", reference) ?? ""} ${note}`.trim();
}

/** @param {string} reason */
export function showReason(reason) {
  const paragraph = element("reason");
  paragraph.hidden = !reason;
  paragraph.textContent = reason;
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} problems error messages, keyed by field name
 * @param {boolean} [isFocused] whether to focus the first invalid field
 */
export function showProblems(form, problems, isFocused = true) {
  /** @type {Field | null} */
  let first = null;
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-field]"))) {
    const name = /** @type {string} */ (box.dataset.field);
    const field = /** @type {Field} */ (form.elements.namedItem(name));
    hideProblem(field);
    if (!problems[name]) continue;
    field.setAttribute("aria-invalid", "true");
    const paragraph = element(`${name}-problem`);
    paragraph.textContent = problems[name];
    paragraph.hidden = false;
    first ||= field;
  }
  if (isFocused) first?.focus();
}

/**
 * Moves the focus to the result, so that screen readers read it next.
 *
 * @param {Status["state"]} state
 */
export const focusOutcome = (state) => element(state === "refused" ? "reason" : "state").focus();

/** @param {Field} field */
export function hideProblem(field) {
  field.removeAttribute("aria-invalid");
  const paragraph = element(`${field.name}-problem`);
  if (!paragraph) return;
  paragraph.hidden = true;
  paragraph.textContent = ""; // screen readers read even hidden text if `aria-describedby` refers to it
}
