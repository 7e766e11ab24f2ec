// Replaces Next's entry. Evaluates modules in separate tasks, so that the page stays responsive. app/main.js
// catches errors; it needs React, and precedes Next.

/** @type {(() => Promise<unknown>)[]} */
const STEPS = [
  () => import(/* webpackMode: "eager" */ "react-dom"),
  () => import(/* webpackMode: "eager" */ "react-dom/client"),
  () => import(/* webpackMode: "eager" */ "$/app/main.js"),
  () => import(/* webpackMode: "eager" */ "next/router"),
  () => import(/* webpackMode: "eager" */ "next/dist/client/next"),
];

/** Lets the browser run waiting tasks. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

async function enter() {
  for (const step of STEPS) {
    await pause();
    await step();
  }
}

enter();
