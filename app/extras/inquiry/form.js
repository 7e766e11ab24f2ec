// The form with JavaScript: an estimate while somebody types, what is wrong beside its field, a draft, and sending
// without leaving the page.
import { timing } from "$/app/browser/timing.js";
import { hasFailed } from "$/app/guard/extra.js";
import { languageOf } from "$/app/i18n/language.js";
import { wrong } from "./check.js";
import { contents } from "./contents.js";
import { estimate, priced } from "./estimate.js";
import { fileOf } from "./post.js";
import { follow, send } from "./sending.js";
import knowledge from "./words.json";

/**
 * @typedef {import("./contents.js").Field} Field
 * @typedef {import("./sending.js").News} News
 */

/**
 * Adds to the page's form what only a script can do, until the extra ends.
 *
 * @param {import("$/app/guard/extra.js").Extra} self
 */
export async function enhance(self) {
  const form = /** @type {HTMLFormElement | null} */ (element("form"));
  if (!form) return; // the visitor has left the page meanwhile
  const words = knowledge.languages[languageOf(location.pathname)];
  const fields = () => /** @type {Field[]} */ ([...form.elements].filter((each) => "name" in each && each.name));
  const typed = contents(fields, knowledge.prefilled, location.search);
  /** @type {Set<string>} */
  const sending = new Set(); // ids

  const refresh = () => {
    const data = new FormData(form);
    const [what, pieces, colours] = ["what", "pieces", "colours"].map((name) => String(data.get(name) ?? ""));
    show(words, estimate(knowledge, words, { what, pieces: Number(pieces.replace(/\s/g, "")), colours }));
    element("clear").hidden = !typed.isBegun();
  };

  const clear = async () => {
    await typed.clear();
    mark(form, {});
    say("");
    refresh();
  };

  /**
   * Shows what has become of an inquiry that this form has sent.
   *
   * @param {News} news
   */
  const tell = ({ id, state, reference = "", reason, problems = {} }) => {
    element("state").textContent = words.labels[state]?.replace("{reference}", reference) ?? "";
    say("");
    if (state === "sent") {
      typed.arrived(id);
      if (!typed.isBegun()) mark(form, {});
    }
    if (state === "refused") {
      const isMarked = Object.keys(problems).length > 0;
      element("state").textContent = "";
      say(reason || (isMarked ? words.labels.wrong : words.labels.failed));
      if (id === typed.id()) mark(form, problems, typed.has(id));
    }
    refresh();
  };

  /**
   * @param {string} id
   * @param {FormData} data
   */
  const post = async (id, data) => {
    if (sending.has(id)) return;
    data.set("id", id);
    sending.add(id);
    element("state").textContent = words.labels.sending;
    const news = await send(form.action, data, () => form.isConnected);
    sending.delete(id);
    if (form.isConnected) tell(news);
  };

  /**
   * Puts an inquiry that was not taken back into the form, unless that has something else; returns whether it has it.
   *
   * @param {News} news
   */
  const putBack = ({ id, contents = [], problems = {} }) => {
    const before = typed.id();
    const values = contents.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
    const files = contents.flatMap(([, value]) => (typeof value === "string" ? [] : [fileOf(value)]));
    if (!typed.putBack(id, Object.fromEntries(values), files)) return false;
    mark(form, problems, id !== before || typed.has(id));
    refresh();
    return true;
  };

  /**
   * @param {News} news
   * @returns {boolean}
   */
  const told = (news) => {
    const { id, isOwn, state, contents } = news;
    const isHere = Boolean(contents) && id === typed.id();
    if (isOwn) tell(isHere || state !== "refused" ? news : { ...news, state: "gone" });
    else if (state === "sent") typed.arrived(id);
    if (isHere) putBack(news);
    refresh();
    return isHere;
  };

  const submit = async () => {
    const data = new FormData(form);
    // Of the document: on a slow line, somebody may have written long before the script is there.
    data.set("seconds", String(Math.floor((Date.now() - timing.timeOrigin) / 1000)));
    const found = wrong(data, knowledge);
    const problems = Object.fromEntries(found.map((name) => [name, words.problems[name]]));
    mark(form, problems);
    say(found.length ? words.labels.wrong : "");
    element("state").textContent = "";
    if (!found.length) await post(typed.send(), data);
  };

  self.listen(form, "input", ({ target }) => {
    typed.typed(/** @type {Field} */ (target));
    unmark(/** @type {Field} */ (target));
    refresh();
  });
  await typed.open();
  if (!form.isConnected) return; // the visitor has left the page meanwhile
  refresh();
  askForFiles(words, typed.missing());
  self.later(() => sending.size && hasFailed("inquiry") && form.submit()); // which the browser does by itself
  form.noValidate = true;
  self.later(() => {
    form.noValidate = false;
  });
  self.listen(form, "submit", (event) => {
    event.preventDefault();
    return submit();
  });
  self.listen(element("clear"), "click", clear);
  follow(self, { told, restore: putBack });
}

/** @param {string} name */
const element = (name) => /** @type {HTMLElement} */ (document.getElementById(`inquiry-${name}`));

/**
 * Shows an estimate with its parts, or none.
 *
 * @param {import("./estimate.js").Words} words
 * @param {ReturnType<typeof estimate>} parts
 */
function show(words, parts) {
  const { price, second } = priced(
    words,
    (parts || []).reduce((sum, { crowns }) => sum + crowns, 0),
  );
  element("estimate").textContent = parts ? [price, second].filter(Boolean).join(" ") : "";
  element("parts").replaceChildren(
    ...(parts || []).map(({ name, crowns }) => {
      const row = document.createElement("li");
      row.append(span(name), span(priced(words, crowns).price));
      return row;
    }),
  );
}

/** @param {string} text */
const span = (text) => Object.assign(document.createElement("span"), { textContent: text });

/**
 * Says above the form why it was not taken, or nothing.
 *
 * @param {string} reason
 */
function say(reason) {
  const place = element("reason");
  place.hidden = !reason;
  place.textContent = reason;
}

/**
 * Shows beside each field what is wrong with it.
 *
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} problems by field
 * @param {boolean} [isLed] whether the first of them gets the focus: not while somebody types into another one
 */
function mark(form, problems, isLed = true) {
  /** @type {Field | null} */
  let first = null;
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-field]"))) {
    const name = /** @type {string} */ (box.dataset.field);
    const field = /** @type {Field} */ (form.elements.namedItem(name));
    unmark(field);
    if (!problems[name]) continue;
    field.setAttribute("aria-invalid", "true");
    const place = element(`${name}-problem`);
    place.textContent = problems[name];
    place.hidden = false;
    first ||= field;
  }
  if (isLed) first?.focus();
}

/**
 * Says that files have to be chosen again, if there are any.
 *
 * @param {import("./estimate.js").Words} words
 * @param {string[]} names
 */
function askForFiles(words, names) {
  if (!names.length) return;
  const place = element("files-problem");
  place.textContent = words.labels.filesGone.replace("{names}", names.join(", "));
  place.hidden = false;
}

/** @param {Field} field */
function unmark(field) {
  field.removeAttribute("aria-invalid");
  const place = element(`${field.name}-problem`);
  if (place) place.hidden = true;
}
