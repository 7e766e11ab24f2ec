// Scrolls a page of sections with fullpage.js (large.js) or the browser (native.js). Scrolling updates the URL's hash
// (hash.js) and the navigation. A new hash scrolls the page to its section or slide.
import { isModified } from "$/app/browser/clicks.js";
import { painted } from "$/app/browser/frames.js";
import { loadScript } from "$/app/browser/scripts.js";
import { onScrollEnd } from "$/app/browser/scrolling.js";
import { markZoom } from "$/app/browser/zoom.js";
import {
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
import { hideEvents } from "./hidden_events.js";
import { followScrolling, showHash } from "./native.js";

/** @typedef {import("$/app/start/panels.js").Position} Position */

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
  let library = null; // the running fullpage.js, or null while the browser scrolls the page
  dropUndecodableHash();
  // Whether app/start/first_moves.js has already scrolled to the hash's position.
  const isHashShown = () => root.hasAttribute("data-moves") && !location.hash.endsWith("/large");
  const addressed = isHashShown() ? null : hashPosition(root);
  if (addressed && location.hash) showHash(root, addressed);
  const scrolling = followScrolling(root);

  // Shows the position in the navigation.
  /** @param {Position} position */
  const markPosition = ({ section }) => markSection(navigation, root, section);
  // Shows the position in the navigation and in the URL's hash.
  /** @param {Position} position */
  const recordPosition = (position) => {
    markPosition(position);
    // During navigation, the URL can already be the next page's URL.
    if (location.pathname === page) record(root, nameable(root, position));
  };
  const goToHash = () => {
    dropUndecodableHash();
    const position = hashPosition(root);
    if (!position) return;
    markPosition(position);
    if (!library) return position.slide && showSlide(position.slide);
    library.go(position);
    const panel = position.slide || position.section;
    if (!panel.contains(document.activeElement)) panel.focus({ preventScroll: true });
  };

  // Whether the visitor is scrolling. Browsers also scroll after resizes and when Back closes a dialog.
  const isVisitor = () => !closed && !library && !scrolling.isResized() && !document.querySelector("dialog[open]");
  const recordLater = onScrollEnd(guard(() => isVisitor() && recordPosition(scrolling.at())));
  const onScroll = () => {
    if (!isVisitor()) return;
    scrolling.update();
    recordLater();
  };

  /**
   * Shows another slide without a history entry. Focuses the same link on the new slide, so that visitors can press
   * Enter repeatedly.
   *
   * @param {MouseEvent} event
   */
  const turnSlide = (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = /** @type {Element} */ (event.target).closest("a[rel=prev], a[rel=next]");
    if (!link || isModified(event)) return;
    const slide = /** @type {HTMLElement} */ (document.getElementById(link.hash.slice(1)));
    if (library) library.go(positionOf(slide));
    else showSlide(slide);
    event.preventDefault(); // called after the move: if the move fails, the browser follows the link
    /** @type {HTMLElement} */ (slide.querySelector(`a[rel=${link.rel}]`) || slide).focus({ preventScroll: !library });
  };

  // Waits for the end of a swipe, during which fullpage.js cannot start.
  const swipeEnd = () =>
    root.hasAttribute(TOUCHED) &&
    new Promise((resolve) => {
      for (const type of RELEASES) listen(window, type, resolve);
    });
  const startLibrary = async () => {
    const large = await loadScript(self, () => import(/* webpackChunkName: "fullpage" */ "./large.js"));
    const FullPage = large.create(settings); // `large.start` runs in a later task, because a long task blocks input
    await document.fonts.ready;
    await painted();
    await swipeEnd();
    if (closed || library || !full.matches || root.hasAttribute(SEARCHED)) return;
    if (isVisitor()) scrolling.update(); // the browser might not have sent the last scroll events yet
    const position = scrolling.at();
    if (isHashShown() && !isNamed(root, nameable(root, position))) recordPosition(position);
    library = large.start(FullPage, root, position, settings, guard, { markPosition, recordPosition });
  };
  const endLibrary = () => {
    const position = library?.at();
    library?.end();
    library = null;
    return position;
  };
  const scrollNatively = () => scrolling.resume(/** @type {Position} */ (endLibrary()));

  const adapt = () => {
    // On small screens, ignores height changes, because the browser's toolbars cause them.
    if (library && !full.matches) scrollNatively();
    else if (!library && (full.matches || scrolling.isResized())) scrolling.restore();
    return library ? after(settings.resizeDelay + MARGIN_MS, restartIfOverflowing) : full.matches && startLibrary();
  };
  const restartIfOverflowing = () => {
    if (!library || library.fits()) return undefined;
    scrollNatively();
    return startLibrary(); // runs fullpage.js only if every section fits into the window
  };
  // Ends fullpage.js, because the browser's search cannot scroll to sections that are moved out of the window.
  const enableSearch = () => {
    root.toggleAttribute(SEARCHED, true);
    if (library) scrollNatively();
    root.toggleAttribute("data-flows", true);
  };

  markPosition(addressed || scrolling.at());
  listen(full, "change", adapt);
  listen(window, "resize", adapt);
  listen(window, "hashchange", goToHash); // Next does not report hash changes that the browser makes
  listen(document, "scroll", onScroll, { capture: true, passive: true });
  listen(root, "click", turnSlide);
  hideEvents(self, () => library !== null);
  listen(window, "keydown", (event) => opensSearch(event) && enableSearch());
  dismissNames(self, navigation);
  if (window.visualViewport) listen(window.visualViewport, "resize", () => markZoom(root));
  listen(window, "keydown", (event) => library && event.key === "Tab" && continueTab(navigation, library.at(), event), {
    capture: true,
  });
  listen(root, "focusin", ({ target }) => library?.reveal(/** @type {Element} */ (target)));
  if (full.matches) guard(startLibrary)();
  return {
    goToHash,
    close() {
      closed = true;
      if (location.pathname === page) endLibrary();
      else detached(root, endLibrary); // avoids layout work, because the visitor is leaving the page
      root.removeAttribute("data-full"); // keeps first_moves.js from scrolling the page
      root.toggleAttribute("data-flows", true);
    },
  };
}

/**
 * Makes Escape hide the name beside a link, until the pointer or the focus reaches another link.
 *
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {HTMLElement} navigation
 */
function dismissNames({ listen }, navigation) {
  listen(window, "keydown", ({ key }) => key === "Escape" && navigation.toggleAttribute(DISMISSED, true));
  for (const type of REACHES) listen(navigation, type, () => navigation.toggleAttribute(DISMISSED, false));
}

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
