// A page of sections: fullpage.js moves between them on a large screen in which each of them has room, unless the
// visitor asked for less motion. Everywhere else, and until it is loaded, they scroll natively. Either way the hash
// names what is on screen, and the navigation marks it: the first child, which is followed by the container of the
// sections, and dialogs.
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

const ADAPTED_MS = 500; // after a change of the window's size: fullpage.js has adapted to it

/**
 * @typedef {import("./position.js").Position} Position
 * @typedef {object} Props
 * @property {string} credits the label of the library's credits
 * @property {string} full the media query of where it moves the sections
 * @property {import("react").ReactNode} children the navigation and the sections
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
function Sections({ credits, full, children }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { events } = useRouter();
  useExtra(
    "fullpage",
    (self) => {
      const [navigation, root] = /** @type {Iterable<HTMLElement>} */ (
        /** @type {HTMLDivElement} */ (box.current).children
      );
      const pages = open(self, navigation, root, credits, media(full));
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
 * @param {Element} root holds the sections
 * @param {string} credits
 * @param {import("$/app/browser/media.js").QueryList} full
 */
function open({ guard, listen, after }, navigation, root, credits, full) {
  const page = location.pathname;
  let closed = false;
  /** @type {ReturnType<typeof import("./large.js").start>} */
  let motion = null;
  dropBrokenHash();
  const addressed = location.hash && hashPosition(root);
  // The browser knows of no element for a picture; and it restores no place that fullpage.js had moved to.
  if (addressed && (!scrollY || location.hash.endsWith("/large"))) scrollTo(addressed);
  // Where the visitor is while the page scrolls natively, and in a window of which width.
  let here = visiblePosition(root);
  let depth = depthOf(here);
  let width = innerWidth;

  /** @param {Position} place */
  const mark = (place) => {
    const { section } = nameable(root, place);
    for (const link of navigation.querySelectorAll("a")) {
      link.ariaCurrent = link.hash === `#${section.id}` ? "true" : null;
    }
    navigation.dataset.tone = section.dataset.tone;
  };
  /** @param {Position} place */
  const moved = (place) => {
    mark(place);
    if (location.pathname === page) record(root, nameable(root, place)); // or the URL is another page's by now
  };
  const follow = () => {
    const place = hashPosition(root);
    if (!place) return;
    mark(place);
    if (!motion) return place.slide && showSlide(place.slide);
    motion.go(place);
    const panel = place.slide || place.section;
    if (!panel.contains(document.activeElement)) panel.focus({ preventScroll: true });
  };
  const look = () => {
    here = visiblePosition(root);
    depth = depthOf(here);
  };
  // A window whose size has just changed scrolls by itself before `adapt` is called; a page below a dialog, when the
  // dialog's address is gone back or forward to.
  const isScrolled = () => !closed && !motion && innerWidth === width && !document.querySelector("dialog[open]");
  const settle = () => {
    if (!isScrolled()) return;
    look();
    moved(here);
  };
  const settleLater = onScrollEnd(guard(settle));
  /**
   * Goes from slide to slide, which is no step in the history. The focus moves to the same link of the next slide, so
   * that it can be pressed again.
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
    event.preventDefault(); // only now: had anything failed, the link would lead there
    /** @type {HTMLElement} */ (slide.querySelector(`a[rel=${link.rel}]`) || slide).focus({ preventScroll: true });
  };

  const start = async () => {
    const large = await import(/* webpackChunkName: "fullpage" */ "./large.js");
    if (!closed && !motion && full.matches) motion = large.start(root, credits, guard, { mark, moved });
  };
  const stop = () => {
    const place = motion?.at();
    motion?.end();
    motion = null;
    return place;
  };
  const flow = () => {
    here = /** @type {Position} */ (stop());
    scrollTo(here);
    depth = depthOf(here);
  };
  const adapt = () => {
    if (motion && !full.matches) flow();
    else if (!motion && (full.matches || innerWidth !== width)) scrollTo(here, depth); // a phone's bars come and go
    width = innerWidth;
    return motion ? after(ADAPTED_MS, overflow) : full.matches && start();
  };
  const overflow = () => {
    if (!motion || motion.fits()) return undefined;
    flow();
    return start(); // if there is room in the flowing page: the library may not have let the sections shrink
  };

  mark(hashPosition(root) || here);
  listen(full, "change", adapt);
  listen(window, "resize", adapt);
  listen(window, "hashchange", follow); // Next tells only of changes that it made itself
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
