// Validates the form before it is sent. The server validates it again (app/inquiries/check.py).

/**
 * Returns the names of invalid fields, in the order of the form.
 *
 * @param {FormData} data
 * @param {import("./estimate.js").Form} form
 * @returns {string[]}
 */
export function invalidFields(data, form) {
  /** @param {string} name */
  const text = (name) => String(data.get(name) ?? "").trim();
  const files = data.getAll("files").filter((file) => file instanceof File && (file.name || file.size));
  const pieces = text("pieces").replace(/\s/g, "");
  const isValid = {
    pieces: pieces
      ? /^\d{1,6}$/.test(pieces) && Number(pieces) >= 1 && Number(pieces) <= form.maxPieces
      : !form.priced.includes(text("what")),
    by: !text("by") || text("by") >= new Date().toISOString().slice(0, 10),
    name: Boolean(text("name")),
    email: /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text("email")),
    message: Boolean(text("message")) || text("what") !== "other",
    files: files.length <= form.maxFiles && files.every((file) => /** @type {File} */ (file).size <= form.maxFileBytes),
  };
  return Object.entries(isValid).flatMap(([name, valid]) => (valid ? [] : [name]));
}
