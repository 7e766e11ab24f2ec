// The one way to start an extra: something that a page can do without. Whatever fails in it, at once or later, is
// reported once under its name, ends it until the next document, and leaves the page as it is.
import { reportOnce } from "./report.js";

/** @typedef {ReturnType<typeof extra>} Extra */

/** @type {Set<string>} */
const failed = new Set(); // names of extras
/** @type {Map<string, Set<Extra>>} */
const started = new Map(); // those that are on the page, by name

/**
 * Whether the extra `name` has failed in this document.
 *
 * @param {string} name
 * @returns {boolean}
 */
export const hasFailed = (name) => failed.has(name);

/**
 * Ends the extra `name` until the next document, as it has failed.
 *
 * @param {string} name
 * @param {unknown} error
 */
export function fail(name, error) {
  failed.add(name);
  reportOnce(name, error);
  for (const each of started.get(name) || []) each.end();
}

/**
 * Starts the extra `name`, which needs no React, where the application leaves the document as it is.
 *
 * @param {string} name
 * @param {(self: Extra) => unknown} start
 */
export function startAlone(name, start) {
  if (typeof window === "undefined") return;
  const self = extra(name);
  addEventListener("application:out", () => self.run(() => start(self)));
}

/**
 * The extra `name`. What it does, it does within `run`, `guard`, `listen`, `after` and `every`; `onEnd` says how it is
 * taken off the page, which `end` does. An extra that has ended without failing can be run again.
 *
 * @param {string} name
 */
export function extra(name) {
  /** @type {(() => unknown)[]} */
  const undo = [];

  /**
   * The same function, except that its failure, or that of the promise it returns, ends the extra. It returns undefined
   * once the extra has failed.
   *
   * @template {unknown[]} Given
   * @template Result
   * @param {(...given: Given) => Result} task
   * @returns {(...given: Given) => Result | undefined}
   */
  const guard =
    (task) =>
    (...given) => {
      if (failed.has(name)) return undefined;
      try {
        const result = task(...given);
        if (typeof (/** @type {PromiseLike<unknown> | undefined} */ (result)?.then) !== "function") return result;
        // Still a promise of the same, or of nothing.
        return /** @type {Result} */ (Promise.resolve(result).catch((error) => fail(name, error)));
      } catch (error) {
        fail(name, error);
        return undefined;
      }
    };

  const self = {
    guard,
    /**
     * Does `task`, guarded; returns what it returns.
     *
     * @template Result
     * @param {() => Result} task
     * @returns {Result | undefined}
     */
    run(task) {
      if (!started.has(name)) started.set(name, new Set());
      started.get(name)?.add(self);
      return guard(task)();
    },
    /**
     * Has `task` done when the extra ends.
     *
     * @param {() => unknown} task
     */
    onEnd: (task) => undo.push(task),
    /**
     * Adds a guarded listener, which is removed when the extra ends.
     *
     * @template {keyof PageEvents} Type
     * @param {Pick<EventTarget, "addEventListener" | "removeEventListener">} target
     * @param {Type} type
     * @param {(event: PageEvents[Type]) => unknown} task
     * @param {AddEventListenerOptions} [options]
     */
    listen(target, type, task, options) {
      // A target of the site's dispatches the events that `PageEvents` lists under the type.
      const listener = /** @type {EventListener} */ (guard(task));
      target.addEventListener(type, listener, options);
      undo.push(() => target.removeEventListener(type, listener, options));
    },
    /**
     * The same for events of Next's router.
     *
     * @param {import("next/router").NextRouter["events"]} events
     * @param {Parameters<import("next/router").NextRouter["events"]["on"]>[0]} type
     * @param {() => unknown} task
     */
    subscribe(events, type, task) {
      const listener = guard(task);
      events.on(type, listener);
      undo.push(() => events.off(type, listener));
    },
    /**
     * Does `task` in so many milliseconds, unless the extra ends before.
     *
     * @param {number} milliseconds
     * @param {() => unknown} task
     */
    after(milliseconds, task) {
      const timer = setTimeout(guard(task), milliseconds);
      undo.push(() => clearTimeout(timer));
    },
    /**
     * Does `task` every so many milliseconds, until the extra ends.
     *
     * @param {number} milliseconds
     * @param {() => unknown} task
     */
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
