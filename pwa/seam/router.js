// Patches undocumented functions of Next's router. next.config.js checks that the functions exist.
import NextRouter from "next/dist/shared/lib/router/router";
import Router from "next/router";
import { useEffect } from "react";
import { entries } from "$/app/browser/history.js";
import { session } from "$/app/browser/storage.js";
import { manageFocus } from "$/app/navigation/focus.js";
import { keepAddress, openPage, reportUnlessCancelled, start } from "$/app/navigation/navigation.js";
import { setRunner } from "$/app/navigation/prefetch.js";
import { handover } from "$/app/start/handover.js";
import { pageOf } from "$/app/start/history.js";

/** @typedef {(...page: unknown[]) => Promise<unknown>} Draw */

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  const hooked = /** @type {Pick<NextRouter, "changeState"> & { set: Draw }} */ (
    /** @type {unknown} */ (NextRouter.prototype)
  );
  const { changeState, set } = hooked;
  hooked.changeState = function (method, url, as, options) {
    const large = entries.state?.large;
    keepAddress(() => changeState.call(this, method, url, as, options), method, as);
    // Restores the gallery's mark (`large`), because Next replaces the history entry's state when it starts.
    if (large && method === "replaceState") entries.replace({ ...entries.state, large }, location.href);
  };
  // Next would store the error of a superseded navigation, and the next visit to the page would fail.
  hooked.set = function (...page) {
    return set.apply(this, page).catch(unlessSuperseded);
  };
}

/**
 * Returns a promise that rejects with `error`, or never settles if a newer navigation caused the error.
 *
 * @param {Error & { cancelled?: boolean }} error
 * @returns {Promise<never>}
 */
const unlessSuperseded = (error) => new Promise((_, reject) => error.cancelled || reject(error));

/** Intercepts navigation once the page is hydrated. Renders nothing. */
export function Navigation() {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production") return;
    start();
    manageFocus();
    handover.heldPage = "";
    intercept(/** @type {NextRouter} */ (Router.router));
    addEventListener("popstate", reloadUnknown, { capture: true });
    addEventListener("popstate", storeScroll, { capture: true });
  }, []);
  return null;
}

/**
 * Reloads if the visitor goes to a history entry from before the application started. Next would not change the page.
 *
 * @param {PopStateEvent} event
 */
function reloadUnknown(event) {
  if (event.state || pageOf(new URL(Router.asPath, location.href)) === pageOf(location)) return;
  event.stopImmediatePropagation();
  location.reload();
}

const scrollKey = () => `scroll:${/** @type {{ _key?: string }} */ (/** @type {unknown} */ (Router.router))._key}`;

/** Stores the scroll position of the history entry that the visitor leaves. */
const storeScroll = () => session.setItem(scrollKey(), JSON.stringify({ x: scrollX, y: scrollY }));

/**
 * Returns the history entry's stored scroll position. The browser itself would restore it before the page's code is
 * loaded.
 *
 * @returns {{ x: number, y: number } | null}
 */
const storedScroll = () => JSON.parse(session.getItem(scrollKey()) || "null");

/**
 * @typedef {import("$/app/navigation/documents.js").Method} Method
 * @typedef {(
 *   method: Method, url: string, as: string, options: { _h?: 0 | 1 }, scroll?: { x: number, y: number },
 * ) => Promise<boolean>} Change
 * @typedef {(route: string) => Promise<unknown>} LoadRoute
 */

/** @param {NextRouter} router */
function intercept(router) {
  const hooked = /** @type {{ change: Change }} */ (/** @type {unknown} */ (router));
  const navigate = hooked.change;
  setRunner((path) => {
    const { routeLoader } = /** @type {{ routeLoader: { loadRoute: LoadRoute } }} */ (
      /** @type {unknown} */ (router.pageLoader)
    );
    return routeLoader.loadRoute(path); // `loadRoute`'s promise resolves even after an error
  });
  hooked.change = async (method, url, as, options, scroll) => {
    if (method === "pushState") storeScroll();
    const position = options._h === 0 ? storedScroll() : null; // `_h` is 0 on Back and Forward
    const given = position ? { ...options, scroll: false } : options; // with `scroll`, Next would go to the hash
    const go = () => navigate.call(router, method, url, as, given, position ?? scroll);
    if (options._h) return go().catch(reportUnlessCancelled); // with the `_h` option, Next only updates the query
    return openPage(go, method, as, router.asPath, () => router.pageLoader.getPageList());
  };
}
