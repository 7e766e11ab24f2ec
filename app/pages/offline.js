// The offline page: leaves the links to what this browser has kept, and says when the network is back.
const LOOK_AGAIN = 5_000; // ms
const back = document.getElementById("back");
const kept = document.getElementById("kept");

async function know(link) {
  const page = link.pathname === "/" ? "/index.html" : link.pathname;
  link.parentElement.hidden = !(await caches.match(page, { ignoreSearch: true }));
}

// Nobody reaches for a link that is about to move.
Promise.allSettled(Array.from(kept.querySelectorAll("a"), know)).then(() => {
  kept.dataset.known = "";
});

// A service worker lets HEAD pass, so the answer is the server's own.
async function look() {
  if (document.visibilityState === "visible" && navigator.onLine) {
    const isBack = await fetch("/sw.js", { method: "HEAD", cache: "no-store" }).then(read, () => false);
    if (isBack) {
      back.dataset.back = "";
      return;
    }
  }
  setTimeout(look, LOOK_AGAIN);
}

const read = async (answer) => {
  await answer.text();
  return true;
};

look();
addEventListener("online", look);
