// Scrolls a page of sections with fullpage.js (large.js) or the browser (native.js). Scrolling updates the URL's hash
// (hash.js) and the navigation. A new hash scrolls the page to its section or slide.
import { isModified } from "$/app/browser/clicks.js";
import { painted } from "$/app/browser/frames.js";
import { loadScript } from "$/app/browser/scripts.js";
import { onScrollEnd } from "$/app/browser/scrolling.js";
import { isZoomed, markZoom } from "$/app/browser/zoom.js";
import {
  BUTTON,
  continueTab,
  markSection,
  nameable,
  opensSearch,
  positionOf,
  RELEASES,
  SEARCHED,
  showSlide,
  TOUCHED,
} from "$/app/start/panels.js";
import { dropUndecodableHash, hashPosition, isNamed, record } from "./hash.js";
import { followScrolling, showHash } from "./native.js";

/** @typedef {import("$/app/start/panels.js").Position} Position */

const GESTURES = /** @type {const} */ (["wheel", "touchstart", "touchmove"]);
const REACHES = /** @type {const} */ (["pointerover", "focusin"]);
const DISMISSED = "data-dismissed";
const MARGIN_MS = 100; // added to `resizeDelay`, because fullpage.js needs time to adapt to a new size

/**
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {HTMLElement} navigation
 * @param {HTMLElement} root the container of the sections
 * @param {import("./motion.js").Settings} settings
 * @param {MediaQueryList} full
 */
export function openSections(self, navigation, root, settings, full) {
  const { guard, listen, after } = self;
  const page = location.pathname;
  let closed = false;
  /** @type {ReturnType<typeof import("./large.js").start>} */
  let motion = null;
  dropUndecodableHash();
  // Whether app/start/first_moves.js has already scrolled to the hash's position.
  const isHashShown = () => root.hasAttribute("data-moves") && !location.hash.endsWith("/large");
  const addressed = isHashShown() ? null : hashPosition(root);
  if (addressed && location.hash) showHash(root, addressed);
  const scrolling = followScrolling(root);

  /** @param {Position} position */
  const mark = ({ section }) => markSection(navigation, root, section);
  /** @param {Position} position */
  const moved = (position) => {
    mark(position);
    // During navigation, the URL can already be the next page's URL.
    if (location.pathname === page) record(root, nameable(root, position));
  };
  const follow = () => {
    dropUndecodableHash();
    const position = hashPosition(root);
    if (!position) return;
    mark(position);
    if (!motion) return position.slide && showSlide(position.slide);
    motion.go(position);
    const panel = position.slide || position.section;
    if (!panel.contains(document.activeElement)) panel.focus({ preventScroll: true });
  };
  // Whether the visitor is scrolling. Browsers also scroll after resizes and when Back closes a dialog.
  const isVisitor = () => !closed && !motion && !scrolling.isResized() && !document.querySelector("dialog[open]");
  const settle = () => isVisitor() && moved(scrolling.at());
  const settleLater = onScrollEnd(guard(settle));
  const scrolled = () => {
    if (!isVisitor()) return;
    scrolling.update();
    settleLater();
  };
  /**
   * Shows another slide without a history entry. Focuses the same link on the new slide, so that visitors can press
   * Enter repeatedly.
   *
   * @param {MouseEvent} event
   */
  const turn = (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = /** @type {Element} */ (event.target).closest("a[rel=prev], a[rel=next]");
    if (!link || isModified(event)) return;
    const slide = /** @type {HTMLElement} */ (document.getElementById(link.hash.slice(1)));
    if (motion) motion.go(positionOf(slide));
    else showSlide(slide);
    event.preventDefault(); // called after the move: if the move fails, the browser follows the link
    /** @type {HTMLElement} */ (slide.querySelector(`a[rel=${link.rel}]`) || slide).focus({ preventScroll: !motion });
  };

  // Waits for the end of a swipe, during which fullpage.js cannot start.
  const released = () =>
    root.hasAttribute(TOUCHED) &&
    new Promise((resolve) => {
      for (const type of RELEASES) listen(window, type, resolve);
    });
  const start = async () => {
    const large = await loadScript(self, () => import(/* webpackChunkName: "fullpage" */ "./large.js"));
    const FullPage = large.create(settings); // `large.start` runs in a later task, because a long task blocks input
    await document.fonts.ready;
    await painted();
    await released();
    if (closed || motion || !full.matches || root.hasAttribute(SEARCHED)) return;
    if (isVisitor()) scrolling.update(); // the browser might not have sent the last scroll events yet
    const position = scrolling.at();
    if (isHashShown() && !isNamed(root, nameable(root, position))) moved(position);
    motion = large.start(FullPage, root, position, settings, guard, { mark, moved });
  };
  const stop = () => {
    const position = motion?.at();
    motion?.end();
    motion = null;
    return position;
  };
  const flow = () => scrolling.resume(/** @type {Position} */ (stop()));
  const adapt = () => {
    // On small screens, ignores height changes, because the browser's toolbars cause them.
    if (motion && !full.matches) flow();
    else if (!motion && (full.matches || scrolling.isResized())) scrolling.restore();
    return motion ? after(settings.resizeDelay + MARGIN_MS, overflow) : full.matches && start();
  };
  const overflow = () => {
    if (!motion || motion.fits()) return undefined;
    flow();
    return start(); // restarts fullpage.js if every section fits into the window
  };
  // Stops fullpage.js, because the browser's search cannot scroll to sections that are moved out of the window.
  const search = () => {
    root.toggleAttribute(SEARCHED, true);
    if (motion) flow();
    root.toggleAttribute("data-flows", true);
  };

  mark(addressed || scrolling.at());
  listen(full, "change", adapt);
  listen(window, "resize", adapt);
  listen(window, "hashchange", follow); // Next does not report hash changes that the browser makes
  listen(document, "scroll", scrolled, { capture: true, passive: true });
  listen(root, "click", turn);
  // Hides events from fullpage.js, which would move the sections when the visitor zooms in, pans the zoomed page or
  // presses a button with Space.
  for (const type of GESTURES) {
    listen(window, type, (event) => motion && isOfZoom(event) && event.stopPropagation(), {
      capture: true,
      passive: true,
    });
  }
  listen(document.body, "keydown", (event) => {
    if (motion && event.key === " " && /** @type {Element} */ (event.target).closest(BUTTON)) event.stopPropagation();
  });
  listen(window, "keydown", (event) => opensSearch(event) && search());
  // Escape hides the name beside a link, until the pointer or the focus reaches another link.
  listen(window, "keydown", ({ key }) => key === "Escape" && navigation.toggleAttribute(DISMISSED, true));
  for (const type of REACHES) listen(navigation, type, () => navigation.toggleAttribute(DISMISSED, false));
  if (window.visualViewport) listen(window.visualViewport, "resize", () => markZoom(root));
  listen(window, "keydown", (event) => motion && event.key === "Tab" && continueTab(navigation, motion.at(), event), {
    capture: true,
  });
  listen(root, "focusin", ({ target }) => motion?.reveal(/** @type {Element} */ (target)));
  if (full.matches) guard(start)();
  return {
    follow,
    close() {
      closed = true;
      if (location.pathname === page) stop();
      else detached(root, stop); // avoids layout work, because the visitor is leaving the page
      root.removeAttribute("data-full"); // keeps first_moves.js from scrolling the page
      root.toggleAttribute("data-flows", true);
    },
  };
}

/**
 * Whether a gesture zooms the page or pans a zoomed page. A trackpad's pinch is a `wheel` event with `ctrlKey`.
 *
 * @param {{ ctrlKey: boolean, touches?: TouchList }} event
 */
const isOfZoom = ({ ctrlKey, touches }) => ctrlKey || /** @type {TouchList} */ (touches)?.length > 1 || isZoomed();

/**
 * Removes the element from the document while `task` runs, to avoid layout work.
 *
 * @param {Element} element
 * @param {() => unknown} task
 */
function detached(element, task) {
  const { parentNode, nextSibling } = element;
  element.remove();
  try {
    task();
  } finally {
    parentNode?.insertBefore(element, nextSibling);
  }
}
