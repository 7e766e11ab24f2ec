// Replaces Next's entry. Evaluates each module in a separate task, so that the page stays responsive. app/main.js
// sets up error handling. It needs React, and must run before Next.
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

/** Resolves in a new task, so that the browser can run pending tasks first. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

async function enter() {
  for (const step of STEPS) {
    await pause();
    try {
      await step();
    } catch (error) {
      if (!handover.fail) logFailedStart(error); // the monitor reports later errors
      throw error;
    }
  }
}

enter();
