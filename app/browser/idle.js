// When a page has nothing else to do.

const LONGEST = 5_000; // ms that a page which is never idle is waited for

const whenIdle = (task) => {
  try {
    globalThis.requestIdleCallback(task, { timeout: LONGEST });
  } catch {
    setTimeout(task); // Safari has none
  }
};

/** Runs `task` once the page is loaded and idle; `task` looks after its own failures. */
export function afterLoad(task) {
  if (document.readyState === "complete") whenIdle(task);
  else addEventListener("load", () => whenIdle(task), { once: true });
}
