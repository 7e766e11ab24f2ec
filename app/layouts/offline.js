// The offline page: leaves the links to what this browser has kept, and says when the network is back.
const back = document.getElementById("back");
const LOOK_AGAIN = 5_000; // ms

for (const link of document.querySelectorAll("nav a")) {
  const kept = link.pathname === "/" ? "/index.html" : link.pathname;
  caches.match(kept, { ignoreSearch: true }).then((found) => {
    link.parentElement.hidden = !found;
  });
}

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

const read = async (answer) => (await answer.text(), true);

look();
addEventListener("online", look);
