// Replaces Next's first module. Imports each module in its own task, so that the page stays responsive.
import { logFailedStart } from "$/app/start/failed_start.js";
import { handover } from "$/app/start/handover.js";

/** @type {(() => Promise<unknown>)[]} */
const STEPS = [
  () => import(/* webpackMode: "eager" */ "react-dom"),
  () => import(/* webpackMode: "eager" */ "react-dom/client"),
  () => import(/* webpackMode: "eager" */ "$/app/main.js"),
  () => import(/* webpackMode: "eager" */ "next/router"),
  () => import(/* webpackMode: "eager" */ "next/dist/client/next"),
];

const LEAVING_MS = 100;

/**
 * Waits for at least `ms` milliseconds, and until the browser has finished its pending tasks.
 *
 * @param {number} ms
 */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Whether the visitor is going back to another page.
const isLeaving = () => handover.heldPage && handover.heldPage.split("?")[0] !== location.pathname;

async function enter() {
  for (const step of STEPS) {
    // While Back is loading a page, Next would store the wrong page in the history entry.
    do await pause(isLeaving() ? LEAVING_MS : 0);
    while (isLeaving());
    try {
      await step();
    } catch (error) {
      if (!handover.fail) logFailedStart(error); // if `handover.fail` is set, app/monitoring reports the error
      throw error;
    }
  }
}

enter();
