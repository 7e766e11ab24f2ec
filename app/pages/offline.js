// The script of the offline page. Shows links to cached pages and polls until the network is back.
const RETRY_MS = 5_000;
const back = /** @type {HTMLElement} */ (document.getElementById("back"));
const links = /** @type {HTMLElement} */ (document.getElementById("kept"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {HTMLAnchorElement} link */
async function hideUnlessCached(link) {
  const pages = link.pathname === "/" ? ["/", "/index.html"] : [link.pathname];
  const found = await Promise.all(pages.map((page) => caches.match(page, { ignoreSearch: true })));
  /** @type {HTMLElement} */ (link.parentElement).hidden = !found.some(Boolean);
}

// Shows all links at the same time, so that no link moves while the visitor taps it.
Promise.allSettled(Array.from(links.querySelectorAll("a"), hideUnlessCached)).then(() => {
  links.dataset.known = "";
});

// Uses HEAD requests, because the service worker passes them to the network.
async function poll() {
  if (document.visibilityState === "visible" && navigator.onLine) {
    const isBack = await fetch("/sw.js", { method: "HEAD", cache: "no-store" }).then(read, () => false);
    if (isBack) {
      back.dataset.back = "";
      return;
    }
  }
  // An `online` event may have started another poll. Only the latest poll continues.
  clearTimeout(timer);
  timer = setTimeout(poll, RETRY_MS);
}

/** @param {Response} answer */
const read = async (answer) => {
  await answer.text();
  return true;
};

poll();
addEventListener("online", poll);
