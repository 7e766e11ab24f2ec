// Reads and writes cookies. If the browser blocks cookies, stores their values in memory.
import { reportOnce } from "$/app/guard/report.js";

/** @type {Map<string, string>} */
const jar = new Map();

const read = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

/** @param {string} text */
const write = (text) => {
  const [, name, value] = /^([^=;]*)=([^;]*)/.exec(text) || [];
  if (name === undefined) return;
  if (/;\s*max-age=0\b/i.test(text)) jar.delete(name);
  else jar.set(name, value);
};

/** Replaces `document.cookie`, which throws an error if the browser blocks cookies. */
export const cookies = {
  /** @returns {string} */
  get text() {
    try {
      return globalThis.document.cookie;
    } catch (error) {
      reportOnce("cookies", error);
      return read();
    }
  },
  set text(text) {
    try {
      globalThis.document.cookie = text;
    } catch (error) {
      reportOnce("cookies", error);
      write(text);
    }
  },
};
