// Fills in the inquiry form's untouched fields. Touched fields contain the visitor's input. form_input.js chooses the
// values.
import { isEdited } from "$/app/browser/fields.js";
import { documentFiles } from "./chosen_files.js";
import {
  blank,
  choose,
  closedDates,
  described,
  isFile,
  leaveUnchosen,
  removeEmptyOption,
  write,
} from "./field_writes.js";

const HONEYPOT = "website";
const TECHNICAL = [HONEYPOT, "id", "seconds"];

/**
 * @typedef {import("./field_writes.js").Field} Field
 * @typedef {import("./draft.js").Texts} Texts
 * @typedef {import("./draft.js").Chosen} Chosen
 */

/** @param {() => Field[]} all */
export function formContents(all) {
  const fields = () => all().filter(({ name }) => name && !TECHNICAL.includes(name));
  const touched = new Set(fields().filter(isEdited).map(nameOf));
  /** @type {Chosen[]} */
  let missing = []; // files that the visitor must choose again
  /** @type {Texts} */
  let unoffered = {}; // stored choices that the form does not offer

  const files = () => fields().flatMap((field) => [...(("files" in field && field.files) || [])]);
  const chosen = () => (files().length ? files().map(described) : missing);

  /** @type {(field: Field, value: string) => boolean} */
  const fillField = (field, value) => {
    const isOffered = !("options" in field) || [...field.options].some((option) => option.value === value);
    if (isOffered) delete unoffered[field.name];
    else {
      unoffered[field.name] = value;
      leaveUnchosen(field);
    }
    return isOffered && write(field, value);
  };

  /**
   * Fills in untouched fields. Returns the names of those that accepted the value.
   *
   * @param {Texts} values
   */
  const fill = (values) => {
    const untouched = fields().filter(({ name }) => !touched.has(name) && Object.hasOwn(values, name));
    return untouched.filter((field) => fillField(field, values[field.name])).map(nameOf);
  };

  /** @param {File[]} given */
  const chooseFiles = (given) => {
    for (const field of fields().filter(isFile)) choose(field, given);
    if (files().length) missing = [];
  };

  return {
    fields,
    files,
    fill,
    chooseFiles,
    /** Returns the files that the visitor has chosen or must choose again. */
    chosen,
    missing: () => missing,
    unoffered: () => Object.keys(unoffered),
    hasInput: () => touched.size > 0,
    /** Returns the texts and the chosen files as JSON. */
    serialize: () =>
      JSON.stringify([...fields().flatMap((each) => (isFile(each) ? [] : [[each.name, each.value]])), chosen()]),
    /**
     * Returns the visitor's texts. Omits dates that can no longer be booked. Otherwise, they would count as the
     * visitor's choice after a reload.
     *
     * @returns {Texts}
     */
    input() {
      const kept = Object.entries(unoffered).filter(([, value]) => !closedDates.has(value));
      const typed = fields().filter((field) => touched.has(field.name) && !isFile(field));
      return Object.fromEntries([...kept, ...typed.map(({ name, value }) => [name, value])]);
    },
    /**
     * Fills in untouched fields, which then become touched.
     *
     * @param {Texts} values
     */
    fillAsInput: (values) => fill(values).forEach((name) => touched.add(name)),
    /**
     * Chooses a draft's files, if this document still has them. Otherwise, they are missing.
     *
     * @param {Chosen[]} given
     */
    restoreFiles(given) {
      missing = given;
      const isHere = JSON.stringify(documentFiles.map(described)) === JSON.stringify(given);
      if (isHere) chooseFiles(documentFiles);
      if (files().length) missing = []; // browsers can restore files after a reload or Back
    },
    /** @param {Chosen[]} given */
    addMissing(given) {
      if (given.length && !files().length) missing = given;
    },
    /** @param {Field} field */
    touch(field) {
      if (isFile(field)) missing = [];
      delete unoffered[field.name];
      removeEmptyOption(field);
      touched.add(field.name);
    },
    touchAll() {
      for (const { name } of fields()) touched.add(name);
      missing = [];
    },
    blank() {
      for (const field of all()) blank(field);
      touched.clear();
      missing = [];
      unoffered = {};
    },
    /** Empties the invisible field, because browser extensions may have filled it in. */
    emptyHoneypot() {
      for (const field of all()) if (field.name === HONEYPOT) blank(field);
    },
  };
}

/** @param {{ name: string }} named */
const nameOf = ({ name }) => name;
