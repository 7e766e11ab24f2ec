// Runs extras (optional features). A failed extra is reported once and stays off until the next page load.
import { reportOnce } from "./report.js";

/** @typedef {ReturnType<typeof extra>} Extra */

/** @type {Set<string>} */
const failed = new Set();
/** @type {Map<string, Set<Extra>>} */
const running = new Map();

/**
 * @param {string} name
 * @returns {boolean}
 */
export const hasFailed = (name) => failed.has(name);

/**
 * @param {string} name
 * @param {unknown} error
 */
export function fail(name, error) {
  failed.add(name);
  reportOnce(name, error);
  for (const each of running.get(name) || []) each.end();
}

/**
 * Starts an extra that works without React, after the React application has crashed.
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
 * Creates an extra. Its code must run through the methods below, which catch errors. An extra that ended without an
 * error can start again.
 *
 * @param {string} name
 */
export function extra(name) {
  /** @type {(() => unknown)[]} */
  const undo = [];
  let isEnded = false;

  /**
   * Calls `task` when the extra ends, or immediately if it has already ended.
   *
   * @param {() => unknown} task
   */
  const onEnd = (task) => {
    if (isEnded) task();
    else undo.push(task);
  };

  /**
   * Returns a function that calls `task`. If `task` fails, the extra ends, and later calls do nothing.
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
        return /** @type {Result} */ (Promise.resolve(result).catch((error) => fail(name, error)));
      } catch (error) {
        fail(name, error);
        return undefined;
      }
    };

  const self = {
    name,
    guard,
    /**
     * @template Result
     * @param {() => Result} task
     * @returns {Result | undefined}
     */
    run(task) {
      isEnded = false;
      if (!running.has(name)) running.set(name, new Set());
      running.get(name)?.add(self);
      return guard(task)();
    },
    onEnd,
    /**
     * Adds a listener until the extra ends.
     *
     * @template {keyof PageEvents} Type
     * @param {Pick<EventTarget, "addEventListener" | "removeEventListener">} target
     * @param {Type} type
     * @param {(event: PageEvents[Type]) => unknown} task
     * @param {AddEventListenerOptions} [options]
     */
    listen(target, type, task, options) {
      // The cast is safe, because `PageEvents` declares each event's type.
      const listener = /** @type {EventListener} */ (guard(task));
      target.addEventListener(type, listener, options);
      onEnd(() => target.removeEventListener(type, listener, options));
    },
    /**
     * Adds a listener to Next's router until the extra ends.
     *
     * @param {import("next/router").NextRouter["events"]} events
     * @param {Parameters<import("next/router").NextRouter["events"]["on"]>[0]} type
     * @param {(url: string) => unknown} task
     */
    subscribe(events, type, task) {
      const listener = guard(task);
      events.on(type, listener);
      onEnd(() => events.off(type, listener));
    },
    /**
     * Runs `task` after a delay, unless the extra ends first.
     *
     * @param {number} milliseconds
     * @param {() => unknown} task
     */
    after(milliseconds, task) {
      const timer = setTimeout(guard(task), milliseconds);
      onEnd(() => clearTimeout(timer));
    },
    /**
     * Runs `task` repeatedly until the extra ends.
     *
     * @param {number} milliseconds
     * @param {() => unknown} task
     */
    every(milliseconds, task) {
      const timer = setInterval(guard(task), milliseconds);
      onEnd(() => clearInterval(timer));
    },
    end() {
      isEnded = true;
      running.get(name)?.delete(self);
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
