// The application: fetched when the visitor first acts, or at once where the page says that it needs it. If it cannot
// be fetched, the page stays a document, and the visitor's next act tries again.
import { afterLoad } from "$/app/browser/idle.js";
import { guarded } from "./guarded.js";

const ACTS = "pointermove pointerdown keydown wheel scroll focusin".split(" "); // fewer bytes than a list
const LISTENING = { capture: true, passive: true };
const BACKOFF_MS = 2_000; // between two attempts

/** @type {Set<string>} */
const added = new Set();
let broken = ""; // the URL of a script that throws: a proxy may have answered with a page of its own

/**
 * Fetches what the script element lists in `data-application`, style sheets and scripts, when it is needed; returns
 * what fetches it now.
 *
 * @param {HTMLScriptElement} script
 */
export function startApplication(script) {
  const files = /** @type {string} */ (script.dataset.application).split(" ");
  const main = /** @type {string} */ (files.pop()); // runs what the others bring
  let begun = false;
  let earliest = 0; // time of the next attempt

  const begin = guarded("application", async () => {
    if (begun) return;
    begun = true;
    try {
      await new Promise((resolve) => setTimeout(resolve, earliest - Date.now()));
      earliest = Date.now() + BACKOFF_MS;
      document.head.append(element("link", { rel: "preload", as: "script", href: main }));
      await Promise.all(files.map(add));
      await add(main); // only now: half an application is worse than none
    } catch (error) {
      begun = false;
      throw error;
    }
  });

  const look = guarded("media", () => {
    for (const each of document.querySelectorAll("body [data-application]")) {
      const need = /** @type {string} */ (/** @type {HTMLElement} */ (each).dataset.application);
      if (location.hash.endsWith(need)) begin();
      else if (matchMedia(need).matches) afterLoad(begin);
    }
  });

  addEventListener("error", (event) => {
    broken = event.filename;
  });
  for (const act of ACTS) addEventListener(act, (event) => isAct(event) && begin(), LISTENING);
  look();
  return begin;
}

/**
 * A browser may say that the pointer moves where only the page has, below a pointer that rests.
 *
 * @param {Event & { movementX?: number, movementY?: number }} event
 */
const isAct = (event) => event.type !== "pointermove" || event.movementX || event.movementY;

/**
 * @param {"link" | "script"} tag
 * @param {object} properties
 */
const element = (tag, properties) => Object.assign(document.createElement(tag), properties);

/**
 * Adds a style sheet or a script to the page, once; resolves when it is loaded, and run.
 *
 * @param {string} file
 */
const add = (file) =>
  added.has(file) ||
  new Promise((resolve, reject) => {
    const failed = () => reject(new Error(`Failed to load ${file}`));
    document.head.append(
      element(file.endsWith(".css") ? "link" : "script", {
        rel: "stylesheet",
        href: file,
        src: file,
        onerror: failed,
        onload: (/** @type {{ target: { src: string } }} */ event) => {
          if (event.target.src === broken) failed();
          else resolve(added.add(file));
          broken = "";
        },
      }),
    );
  });
