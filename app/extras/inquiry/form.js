// Adds features to the inquiry form: an estimate, validation, drafts, and sending without a page load.
import { createElement } from "$/app/browser/elements.js";
import { timing } from "$/app/browser/timing.js";
import { hasFailed } from "$/app/guard/extra.js";
import { updateLabels } from "$/app/i18n/client.js";
import { languageOf } from "$/app/i18n/language.js";
import { invalidFields } from "./check.js";
import { isWaiting } from "./delivery.js";
import { showEarlier } from "./earlier.js";
import { estimate, exampleOf } from "./estimate.js";
import { asked, valuesOf } from "./fields.js";
import { formInput } from "./form_input.js";
import {
  element,
  fieldOf,
  focusOutcome,
  hideProblem,
  showEstimate,
  showProblems,
  showReason,
  stateText,
  sumOf,
} from "./form_view.js";
import { isMail, openMail } from "./mail.js";
import { words as earlierWords } from "./outcome_words.js";
import { isOutdated, orderLink, reloadLink } from "./outcomes.js";
import { fileOf } from "./post.js";
import { release, send } from "./submission.js";
import config from "./words.json";

/**
 * @typedef {import("./field_writes.js").Field} Field
 * @typedef {import("./outcomes.js").Status} Status
 */

/** @param {import("$/app/guard/extra.js").Extra} self */
export async function enhance(self) {
  const form = /** @type {HTMLFormElement | null} */ (element("form"));
  if (!form) return; // the visitor has left the page
  // The start script marks a form that the browser is sending.
  const isHere = () => form.isConnected && form.dataset.sent === undefined;
  const words = config.languages[languageOf(location.pathname)];
  updateLabels("inquiry", words.labels);
  updateLabels("inquiryLines", words.lines);
  updateLabels("inquiryProblems", words.problems);
  const fields = () => /** @type {Field[]} */ ([...form.elements].filter((each) => "name" in each && each.name));
  const input = formInput(fields, config.prefilled, location.search, config.bookableUntil);
  /** @type {Set<string>} */
  const sending = new Set();
  /** @type {Map<string, number>} */
  const newPrices = new Map(); // prices that the server has announced in a refusal, keyed by inquiry ID

  let queued = ""; // the ID of a queued inquiry whose files the form has lost
  const isQueued = () => queued === input.id() && input.isAsSent(queued);
  let fileNote = ""; // the text that asks the visitor to choose lost files again
  let heededNote = ""; // the last `fileNote` that stopped a submission; each note stops only one

  const showFileNote = () => {
    const paragraph = element("files-problem");
    // Does not replace an error message about files.
    if (!paragraph || (paragraph.textContent && paragraph.textContent !== fileNote)) return;
    const names = isQueued() ? [] : input.missingFiles();
    fileNote = names.length ? words.labels.filesGone.replace("{names}", () => names.join(", ")) : "";
    paragraph.textContent = fileNote;
    paragraph.hidden = !fileNote;
  };

  const refresh = () => {
    const values = valuesOf(new FormData(form));
    const isOver = element("state").textContent && !input.hasInput();
    const example = isOver ? 0 : exampleOf(config, values);
    const parts = estimate(config, words, values, example);
    const newPrice = input.isAsSent(input.id()) ? newPrices.get(input.id()) : undefined;
    if (newPrice === undefined) showEstimate(words, parts, sumOf(parts || []), example);
    else showEstimate(words, [], newPrice, 0);
    element("clear").hidden = !input.hasInput();
    showFileNote();
  };

  const clear = async () => {
    await input.clear();
    if (!form.isConnected) return;
    showProblems(form, {});
    showReason("");
    element("state").textContent = "";
    element("state").dataset.state = "";
    release();
    refresh();
    element("what").focus(); // the clear button had the focus and is now hidden
  };

  /** @param {Status} status */
  const notePrice = ({ id, crowns }) => crowns !== undefined && newPrices.set(id, crowns);

  /**
   * Returns the price that the form shows. The server refuses an order if its price has changed. Sending the order
   * again accepts the new price.
   *
   * @param {string} id
   * @param {FormData} data
   */
  const totalOf = (id, data) => {
    const parts = estimate(config, words, valuesOf(data));
    return parts ? (newPrices.get(id) ?? sumOf(parts)) : undefined;
  };

  /** @param {string[]} names */
  const problemsOf = (names) => {
    const what = String(new FormData(form).get("what"));
    return Object.fromEntries(names.map((name) => [name, words.problems[`${what} ${name}`] ?? words.problems[name]]));
  };

  /** @param {Status} status */
  const showStatus = (status) => {
    const { id, state, order, reason, problems = {} } = status;
    notePrice(status);
    element("state").dataset.state = state;
    element("state").textContent = stateText(words, status);
    if (order) element("state").append(" ", orderLink(order, earlierWords()));
    const isPending = state === "sending" || state.startsWith("waiting");
    if (!isPending) showReason("");
    if (state === "sent") {
      input.onArrival(id);
      if (!input.hasInput()) showProblems(form, {});
    }
    if (state === "refused") {
      const isMarked = Object.keys(problems).length > 0;
      showReason(reason || (isMarked ? words.labels.wrong : words.labels.failed));
      if (isOutdated(status)) {
        const stays = input.isStored() ? ` ${words.labels.stays} ` : " ";
        element("reason").append(stays, reloadLink(earlierWords()));
      }
      input.emptyHoneypot();
      if (id === input.id()) showProblems(form, problems, input.isAsSent(id));
    }
    refresh();
  };

  /**
   * @param {string} id
   * @param {FormData} data
   * @param {boolean} isRepeat whether the inquiry is already queued
   */
  const post = async (id, data, isRepeat) => {
    if (sending.has(id)) return;
    data.set("id", id);
    const total = totalOf(id, data);
    if (total !== undefined) data.set("total", String(total));
    sending.add(id);
    element("state").textContent = words.labels.sending;
    // Errors can be marked only while the form still contains the inquiry.
    const canShow = (/** @type {string} */ state) => form.isConnected && (state === "sent" || id === input.id());
    const status = await send(form.action, data, canShow, isRepeat);
    sending.delete(id);
    if (!status || !form.isConnected) return;
    const isEdited = !input.isAsSent(id);
    showStatus(status);
    if (!isEdited && !form.querySelector("[aria-invalid]")) focusOutcome(status.state);
  };

  /**
   * Writes an inquiry's contents into the form. Returns false if the visitor is filling in another inquiry.
   *
   * @param {Status} status
   */
  const restore = (status) => {
    const { id, contents = [], problems = {} } = status;
    const before = input.id();
    const values = contents.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
    const files = contents.flatMap(([, value]) => (typeof value === "string" ? [] : [fileOf(value)]));
    if (!input.restore(id, Object.fromEntries(values), files)) return false;
    notePrice(status);
    showProblems(form, problems, id !== before || input.isAsSent(id));
    refresh();
    return true;
  };

  /** @type {(status: Status) => boolean} */
  const onStatus = (status) => {
    const { id, isOwn, state, contents } = status;
    const isInForm = Boolean(contents) && id === input.id();
    if (id === queued && (contents || ["sent", "gone"].includes(state))) queued = "";
    if (isOwn) showStatus(isInForm || state !== "refused" ? status : { ...status, state: "gone" });
    else if (state === "sent") input.onArrival(id);
    if (isInForm) restore(status);
    refresh();
    return isInForm;
  };

  const submit = async () => {
    const data = new FormData(form);
    // If the file field is hidden, its files belong to another kind of order.
    const hasFiles = asked(config.kinds, valuesOf(data)).some(({ name }) => name === "files");
    if (!hasFiles) data.delete("files");
    // Counts seconds from the page load, because visitors can type before this script starts.
    data.set("seconds", String(Math.floor((Date.now() - timing.timeOrigin) / 1000)));
    const found = invalidFields(data, config, (name) => fieldOf(form, name)?.validity?.badInput);
    showProblems(form, problemsOf(found));
    showReason(found.length ? words.labels.wrong : "");
    if (found.length) {
      element("state").textContent = "";
      return;
    }
    // Stops only the first submission: the visitor might not have noticed the note about lost files.
    if (hasFiles && fileNote && fileNote !== heededNote && !isQueued()) {
      heededNote = fileNote;
      element("state").textContent = "";
      showProblems(form, { files: fileNote });
      return;
    }
    if (isMail(form.action)) {
      openMail(form.action, data, earlierWords());
      element("state").textContent = words.labels.mail;
    } else {
      const isRepeat = isQueued();
      await post(isRepeat ? queued : input.send(), data, isRepeat);
    }
  };

  const showOpened = async () => {
    if (input.unoffered().length) showProblems(form, problemsOf(input.unoffered()), false);
    if (input.missingFiles().length && (await isWaiting(input.id()))) queued = input.id();
    if (isHere()) refresh();
  };

  /** @param {PageTransitionEvent} event */
  const onShow = async ({ persisted }) => {
    if (!persisted || !input.onReturn()) return;
    showProblems(form, {});
    showReason("");
    await showOpened();
  };

  self.listen(form, "input", ({ target }) => {
    input.onInput(/** @type {Field} */ (target));
    hideProblem(/** @type {Field} */ (target));
    element("estimate").removeAttribute("aria-live");
    refresh();
  });
  await input.open(isHere);
  while (form.isConnected && !isHere()) {
    // The browser is sending the form. If its request fails, the visitor can edit the form again.
    await new Promise((resolve) => self.listen(form, "input", resolve, { once: true }));
    await input.open(isHere);
  }
  if (!isHere()) return;
  await showOpened();
  if (!isHere()) return;
  self.onEnd(() => {
    if (!sending.size || !hasFailed("inquiry")) return;
    const id = [...sending].find(input.isAsSent) ?? "";
    submitAs(form, { id, total: totalOf(id, new FormData(form)) ?? "" });
  });
  form.noValidate = true; // disables the browser's validation and `saveEarlyInput`; this script replaces both
  self.onEnd(() => {
    form.noValidate = false;
  });
  self.listen(form, "submit", (event) => {
    event.preventDefault();
    return submit();
  });
  self.listen(element("clear"), "click", clear);
  self.listen(window, "pageshow", onShow);
  showEarlier(self, { onStatus, restore });
}

/**
 * Submits the form with a full page load. The queue might send the same inquiry later, so both copies have the same ID.
 *
 * @param {HTMLFormElement} form
 * @param {{ id: string, total: number | "" }} values
 */
function submitAs(form, values) {
  const fields = Object.entries(values).map(([name, value]) =>
    createElement("input", { type: "hidden", name, value: String(value) }),
  );
  form.append(...fields);
  form.submit();
  for (const field of fields) field.remove(); // the visitor might return to the form and edit it
}
