// The offline page: shows links to the pages that this browser has kept, and says when the network is back.
const RETRY_MS = 5_000;
const back = /** @type {HTMLElement} */ (document.getElementById("back"));
const kept = /** @type {HTMLElement} */ (document.getElementById("kept"));

/** @param {HTMLAnchorElement} link */
async function know(link) {
  const page = link.pathname === "/" ? "/index.html" : link.pathname;
  /** @type {HTMLElement} */ (link.parentElement).hidden = !(await caches.match(page, { ignoreSearch: true }));
}

// All links are shown at once, so that none moves while somebody reaches for it.
Promise.allSettled(Array.from(kept.querySelectorAll("a"), know)).then(() => {
  kept.dataset.known = "";
});

// The service worker does not answer HEAD, so the answer is the server's own.
async function look() {
  if (document.visibilityState === "visible" && navigator.onLine) {
    const isBack = await fetch("/sw.js", { method: "HEAD", cache: "no-store" }).then(read, () => false);
    if (isBack) {
      back.dataset.back = "";
      return;
    }
  }
  setTimeout(look, RETRY_MS);
}

/** @param {Response} answer */
const read = async (answer) => {
  await answer.text();
  return true;
};

look();
addEventListener("online", look);
