// A page of sections. On large screens, the library fullpage.js moves from section to section. The page scrolls
// natively until the library is loaded, and whenever a section exceeds the viewport or the visitor prefers reduced
// motion. The URL's hash names the visible section, and the navigation highlights that section.
import { useRouter } from "next/router";
import { useRef } from "react";
import { isModified } from "$/app/browser/clicks.js";
import { media } from "$/app/browser/media.js";
import { onScrollEnd } from "$/app/browser/scrolling.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import {
  depthOf,
  dropBrokenHash,
  hashPosition,
  nameable,
  positionOf,
  record,
  scrollTo,
  showSlide,
  visiblePosition,
} from "./position.js";

const MARGIN_MS = 100; // the time that fullpage.js needs, after the delay, to adapt to a new viewport size

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {object} Own
 * @property {string} full the media query for fullpage.js
 * @property {import("react").ReactNode} children the navigation, the container of the sections, and dialogs
 * @typedef {import("./motion.js").Settings & Own} Props
 */

/** @param {Props} props */
export function FullPage(props) {
  return (
    <Extra name="fullpage" otherwise={<div>{props.children}</div>}>
      <Sections {...props} />
    </Extra>
  );
}

/** @param {Props} props */
function Sections({ full, children, ...settings }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { events } = useRouter();
  useExtra(
    "fullpage",
    (self) => {
      const [navigation, root] = /** @type {Iterable<HTMLElement>} */ (
        /** @type {HTMLDivElement} */ (box.current).children
      );
      const pages = open(self, navigation, root, settings, media(full));
      self.subscribe(events, "hashChangeComplete", pages.follow);
      return pages.close;
    },
    { layout: true },
  );
  return <div ref={box}>{children}</div>;
}

/**
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {HTMLElement} navigation
 * @param {Element} root the container of the sections
 * @param {import("./motion.js").Settings} settings
 * @param {import("$/app/browser/media.js").QueryList} full
 */
function open({ guard, listen, after }, navigation, root, settings, full) {
  const page = location.pathname;
  let closed = false;
  /** @type {ReturnType<typeof import("./large.js").start>} */
  let motion = null;
  dropBrokenHash();
  const addressed = location.hash && hashPosition(root);
  // Scroll by script, because browsers cannot scroll to a picture's hash or restore a position set by fullpage.js.
  if (addressed && (!scrollY || location.hash.endsWith("/large"))) scrollTo(addressed);
  // Track the position and the viewport's width while the page scrolls natively.
  let here = visiblePosition(root);
  let depth = depthOf(here);
  let width = innerWidth;

  /** @param {Position} position */
  const mark = (position) => {
    const { section } = nameable(root, position);
    for (const link of navigation.querySelectorAll("a")) {
      link.ariaCurrent = link.hash === `#${section.id}` ? "true" : null;
    }
    navigation.dataset.tone = section.dataset.tone;
  };
  /** @param {Position} position */
  const moved = (position) => {
    mark(position);
    if (location.pathname === page) record(root, nameable(root, position)); // the URL might belong to another page
  };
  const follow = () => {
    const position = hashPosition(root);
    if (!position) return;
    mark(position);
    if (!motion) return position.slide && showSlide(position.slide);
    motion.go(position);
    const panel = position.slide || position.section;
    if (!panel.contains(document.activeElement)) panel.focus({ preventScroll: true });
  };
  const updatePosition = () => {
    here = visiblePosition(root);
    depth = depthOf(here);
  };
  // Whether the visitor scrolled. Browsers also scroll after a resize, and on Back and Forward while a dialog is open.
  const isScrolled = () => !closed && !motion && innerWidth === width && !document.querySelector("dialog[open]");
  const settle = () => {
    if (!isScrolled()) return;
    updatePosition();
    moved(here);
  };
  const settleLater = onScrollEnd(guard(settle));
  /**
   * Moves to the previous or next slide without a history entry. Focuses the same link on that slide, so that the link
   * can be pressed again.
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
    event.preventDefault(); // called late, so that the link still works if moving throws
    /** @type {HTMLElement} */ (slide.querySelector(`a[rel=${link.rel}]`) || slide).focus({ preventScroll: true });
  };

  const start = async () => {
    const large = await import(/* webpackChunkName: "fullpage" */ "./large.js");
    if (!closed && !motion && full.matches) motion = large.start(root, settings, guard, { mark, moved });
  };
  const stop = () => {
    const position = motion?.at();
    motion?.end();
    motion = null;
    return position;
  };
  const flow = () => {
    here = /** @type {Position} */ (stop());
    scrollTo(here);
    depth = depthOf(here);
  };
  const adapt = () => {
    // On small screens, ignore changes of the height alone, because browser toolbars cause such changes.
    if (motion && !full.matches) flow();
    else if (!motion && (full.matches || innerWidth !== width)) scrollTo(here, depth);
    width = innerWidth;
    return motion ? after(settings.resizeDelay + MARGIN_MS, overflow) : full.matches && start();
  };
  const overflow = () => {
    if (!motion || motion.fits()) return undefined;
    flow();
    return start(); // rechecks the size, because fullpage.js might have prevented sections from shrinking
  };

  mark(hashPosition(root) || here);
  listen(full, "change", adapt);
  listen(window, "resize", adapt);
  listen(window, "hashchange", follow); // Next reports only its own hash changes
  listen(document, "scroll", () => isScrolled() && settleLater(), { capture: true, passive: true });
  listen(root, "click", turn);
  listen(root, "focusin", ({ target }) => motion?.reveal(/** @type {Element} */ (target)));
  if (full.matches) guard(start)();
  return {
    follow,
    close() {
      closed = true;
      stop();
    },
  };
}
