// Runs fullpage.js in a container of sections. `end()` reverts the library's changes.
import createLibrary from "fullpage.js/dist/fullpage.js"; // patched by pwa/seam/fullpage-loader.js
import { entries } from "$/app/browser/history.js";
import { positionOf, sectionsOf, slidesOf } from "$/app/start/panels.js";

/**
 * @typedef {import("$/app/start/panels.js").Position} Position
 * @typedef {ReturnType<typeof createLibrary>} FullPage
 * @typedef {object} Settings parameters of `full_page` in `__init__.py`; times are in milliseconds
 * @property {string} credits the text of the library's credits
 * @property {number} speed
 * @property {number} touch as a percentage of the window
 * @property {number} fitDelay
 * @property {number} resizeDelay
 *
 * @typedef {object} Handlers
 * @property {(position: Position) => unknown} onSection called when a move to a section ends
 * @property {(position: Position) => unknown} onSlide called when a move to a slide ends
 */

/**
 * Returns the indices of a position's section and slide in fullpage.js, which counts sections from 1 and slides from 0.
 *
 * @param {Element} root
 * @param {Position} position
 * @returns {[section: number, slide: number | undefined]}
 */
const numbersOf = (root, { section, slide }) => [
  sectionsOf(root).indexOf(section) + 1,
  slide ? slidesOf(section).indexOf(slide) : undefined,
];

/**
 * Whether a panel overflows by at most the height of the open notices.
 *
 * @param {Element} panel
 */
const hasRoom = (panel) => {
  const notices = parseFloat(getComputedStyle(panel)?.scrollPaddingBottom) || 0;
  return panel.scrollHeight <= panel.clientHeight + 1 + notices;
};

/** @param {Settings} settings */
export const create = ({ resizeDelay }) => createLibrary(resizeDelay);

/**
 * Returns options for fullpage.js.
 *
 * @param {Settings} settings
 * @param {Handlers} handlers
 * @param {() => boolean} isRunning whether to call the handlers; the library might call its own after `destroy`
 */
const optionsOf = ({ credits, speed, touch, fitDelay }, { onSection, onSlide }, isRunning) => ({
  licenseKey: "gplv3-license",
  credits: { enabled: true, label: credits },
  scrollingSpeed: speed,
  touchSensitivity: touch,
  fitToSectionDelay: fitDelay,
  loopHorizontal: false,
  controlArrows: false, // pages have their own previous and next links
  verticalCentered: false,
  scrollOverflowMacStyle: false,
  lazyLoading: false,
  lockAnchors: true, // hash.js sets the hash, because fullpage.js would delete Next's history state
  observer: false,
  // Deactivates the previous section. fullpage.js deactivates only siblings of the new section, but the footer's
  // section has no siblings.
  /** @type {(from: { item: HTMLElement }) => unknown} */
  onLeave: ({ item }) => item.classList.remove("active", "fp-completely"),
  /** @type {(from: unknown, to: { item: HTMLElement }) => unknown} */
  afterLoad: (_, { item }) => isRunning() && onSection({ section: item, slide: item.querySelector(".slide.active") }),
  /** @type {(section: unknown, from: unknown, to: { item: Element }) => unknown} */
  afterSlideLoad: (_section, _slide, { item }) => isRunning() && onSlide(positionOf(item)),
});

/**
 * @param {FullPage} FullPage
 * @param {Element} root
 * @param {Position} start
 * @param {Settings} settings
 * @param {Handlers} handlers
 */
export function run(FullPage, root, start, settings, handlers) {
  let running = true;
  /** @type {InstanceType<FullPage>} */
  let api;

  const initialise = () => {
    for (const panel of [start.section, start.slide]) panel?.classList.add("active"); // fullpage.js starts at `.active`
    const options = optionsOf(settings, handlers, () => running);
    api = new FullPage(root, options);
    if (!start.section.id) api.reBuild(); // moves the footer to the bottom of the window
    entries.restoreScrolling("manual"); // keeps the browser from restoring an earlier scroll position
    root.querySelector("footer")?.append(/** @type {Element} */ (root.querySelector(".fp-watermark")));
  };

  /** @type {Added[]} */
  const listeners = [];
  const removeListeners = () => listeners.forEach(([target, listener]) => target.removeEventListener(...listener));
  try {
    collect(listeners, initialise);
  } catch (error) {
    running = false;
    removeListeners();
    reset(root);
    throw error;
  }

  return {
    /** @param {Position} position */
    go: (position) => api.moveTo(...numbersOf(root, position)),
    fits: () => [...root.querySelectorAll(".fp-overflow")].every(hasRoom),
    at: () =>
      positionOf(
        /** @type {Element} */ (
          root.querySelector(".section.active .slide.active") || root.querySelector(".section.active")
        ),
      ),
    end() {
      running = false;
      try {
        api.destroy("all");
      } finally {
        removeListeners();
      }
      // Makes sections and slides focusable again, because `destroy` removes their `tabindex`.
      for (const panel of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".section, .slide"))) {
        panel.tabIndex = -1;
      }
      for (const each of root.querySelectorAll(".fp-slidesContainer")) each.removeAttribute("style");
      entries.restoreScrolling("auto");
    },
  };
}

/**
 * Runs `task`. Appends the event listeners that `task` adds to `added`, because the library's `destroy` does not remove
 * all of them.
 *
 * @typedef {[target: EventTarget, listener: Parameters<EventTarget["addEventListener"]>]} Added
 *
 * @param {Added[]} added
 * @param {() => void} task
 */
function collect(added, task) {
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...listener) {
    added.push([this, listener]);
    return addEventListener.apply(this, listener);
  };
  try {
    task();
  } finally {
    EventTarget.prototype.addEventListener = addEventListener;
  }
}

/**
 * Reverts the changes of fullpage.js after a failed start, so that the browser can scroll the page.
 *
 * @param {Element} root
 */
function reset(root) {
  for (const element of [
    document.documentElement,
    document.body,
    root,
    ...root.querySelectorAll(".section, .slide, .slides, .fp-slidesContainer, .panel"),
  ]) {
    element.classList.remove(
      ...[...element.classList].filter((name) => /^(fp-(?!auto-height|slides)|fullpage-|active$)/.test(name)),
    );
    element.removeAttribute("style");
  }
}
