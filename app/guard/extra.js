// The one way to start an extra: something that a page can do without. Whatever fails in it, at once or later, is reported
// once under its name, ends it until the next document, and leaves the page as it is.
import { tell } from "./report.js";

const off = new Set(); // names of extras that have failed
const started = new Map(); // those that are on the page, by name

/** Whether the extra `name` has failed in this document. */
export const hasFailed = (name) => off.has(name);

/** Ends the extra `name` for good, as it has failed. */
export function fail(name, error) {
  off.add(name);
  tell(name, error);
  for (const each of started.get(name) || []) each.end();
}

/**
 * The extra `name`. What it does, it does within `run`, `guard`, `listen`, `after` and `every`; `later` says how it is taken
 * off the page, which `end` does. An extra that has ended, and has not failed, can be run again.
 */
export function extra(name) {
  const undo = [];

  const guard =
    (task) =>
    (...given) => {
      if (off.has(name)) return undefined;
      try {
        const result = task(...given);
        return typeof result?.then === "function"
          ? Promise.resolve(result).catch((error) => fail(name, error))
          : result;
      } catch (error) {
        fail(name, error);
        return undefined;
      }
    };

  const self = {
    /** The same function, but that its failure, and that of what it promises, ends the extra. */
    guard,
    /** Does `task`, guarded. */
    run(task) {
      if (!started.has(name)) started.set(name, new Set());
      started.get(name).add(self);
      return guard(task)();
    },
    /** Has `task` done when the extra ends. */
    later: (task) => undo.push(task),
    /** Adds a guarded listener, which goes with the extra. */
    listen(target, type, task, options) {
      const listener = guard(task);
      target.addEventListener(type, listener, options);
      undo.push(() => target.removeEventListener(type, listener, options));
    },
    /** The same for events of Next's router. */
    subscribe(events, type, task) {
      const listener = guard(task);
      events.on(type, listener);
      undo.push(() => events.off(type, listener));
    },
    /** Does `task` in so many milliseconds, unless the extra ends before. */
    after(milliseconds, task) {
      const timer = setTimeout(guard(task), milliseconds);
      undo.push(() => clearTimeout(timer));
    },
    /** Does `task` every so many milliseconds, until the extra ends. */
    every(milliseconds, task) {
      const timer = setInterval(guard(task), milliseconds);
      undo.push(() => clearInterval(timer));
    },
    /** Takes the extra off the page. */
    end() {
      started.get(name)?.delete(self);
      for (const task of undo.splice(0).reverse()) {
        try {
          task();
        } catch (error) {
          fail(name, error);
        }
      }
    },
  };
  return self;
}
