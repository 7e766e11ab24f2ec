// The cookies that scripts may read and write, as `document.cookie` has them. Where they are blocked, a jar in memory holds
// those that the page has set.
import { tell } from "$/app/guard/report.js";

const jar = new Map();

const read = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

const write = (text) => {
  const [, name, value] = /^([^=;]*)=([^;]*)/.exec(text) || [];
  if (name === undefined) return;
  if (/;\s*max-age=0\b/i.test(text)) jar.delete(name);
  else jar.set(name, value);
};

export const cookies = {
  get text() {
    try {
      return globalThis.document.cookie;
    } catch (error) {
      tell("cookies", error);
      return read();
    }
  },
  set text(text) {
    try {
      globalThis.document.cookie = text;
    } catch (error) {
      tell("cookies", error);
      write(text);
    }
  },
};
