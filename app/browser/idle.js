// When a page has nothing else to do.

const whenIdle = (task) => {
  try {
    globalThis.requestIdleCallback(task);
  } catch {
    setTimeout(task); // Safari has none
  }
};

/** Runs `task` once the page is loaded and idle; `task` looks after its own failures. */
export function afterLoad(task) {
  if (document.readyState === "complete") whenIdle(task);
  else addEventListener("load", () => whenIdle(task), { once: true });
}
