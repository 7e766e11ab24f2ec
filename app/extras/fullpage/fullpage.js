// A page of sections: fullpage.js moves between them on a large screen, unless the visitor asked for less motion.
// Everywhere else, and until it is loaded, they scroll natively. Either way the hash names what is on screen, and the
// navigation (the first child; the second one holds the sections) marks it.
import { useRouter } from "next/router";
import { useRef } from "react";
import { isModified } from "$/app/browser/clicks.js";
import { media } from "$/app/browser/media.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import { dropBrokenHash, namedPlace, placeOf, record, visiblePlace } from "./place.js";

/**
 * @typedef {import("./place.js").Place} Place
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
      const parts = /** @type {[HTMLElement, Element]} */ (
        /** @type {unknown} */ (/** @type {HTMLDivElement} */ (box.current).children)
      );
      const pages = open(self, ...parts, credits, media(full));
      self.subscribe(events, "hashChangeComplete", pages.follow);
      return pages.close;
    },
    { layout: true },
  );
  return <div ref={box}>{children}</div>;
}

/** @param {Element} slide */
const show = (slide) => slide.scrollIntoView({ block: "nearest", inline: "start" });

/**
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {HTMLElement} navigation
 * @param {Element} root holds the sections
 * @param {string} credits
 * @param {import("$/app/browser/media.js").QueryList} full
 */
function open({ guard, listen }, navigation, root, credits, full) {
  let closed = false;
  let isFull = full.matches;
  /** @type {ReturnType<typeof import("./motion.js").run> | null} */
  let motion = null;

  /** @param {Place} place */
  const mark = ({ section }) => {
    if (!section.id) return; // the footer, which comes below the last section
    for (const link of navigation.querySelectorAll("a")) {
      link.ariaCurrent = link.hash === `#${section.id}` ? "true" : null;
    }
    navigation.dataset.tone = section.dataset.tone;
  };
  /** @param {Place} place */
  const moved = (place) => {
    mark(place);
    record(root, place);
  };
  /**
   * Where the hash names the section already, fullpage.js may still be moving to the slide that it names.
   *
   * @param {Place} place
   */
  const entered = (place) => (namedPlace(root)?.section === place.section ? mark(place) : moved(place));
  const follow = () => {
    const place = namedPlace(root);
    if (!place) return;
    mark(place);
    if (!motion) return place.slide && show(place.slide);
    motion.go(place);
    (place.slide || place.section).focus({ preventScroll: true });
  };
  // A window that has just become large or small scrolls by itself before `change` is called.
  const settle = () => motion || isFull !== full.matches || moved(visiblePlace(root));
  /** @param {FocusEvent} event */
  const reveal = ({ target }) => {
    const place = placeOf(/** @type {Element} */ (target));
    if (motion && Object.values(place).some((panel) => panel && !panel.classList.contains("active"))) motion.go(place);
  };
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
    if (motion) motion.go(placeOf(slide));
    else show(slide);
    event.preventDefault(); // only now: had anything failed, the link would lead there
    /** @type {HTMLElement} */ (slide.querySelector(`a[rel=${link.rel}]`) || slide).focus({ preventScroll: true });
  };

  const start = async () => {
    const { run } = await import(/* webpackChunkName: "fullpage" */ "./motion.js");
    if (closed || motion || !full.matches) return;
    const seen = visiblePlace(root); // the visitor may have scrolled away from what the hash names
    const named = location.hash ? namedPlace(root) : null;
    const place = named?.section === seen.section ? named : seen;
    motion = run(root, place, credits, { entered: guard(entered), moved: guard(moved) });
  };
  const stop = () => {
    const place = motion?.at();
    motion?.end();
    motion = null;
    return place;
  };
  const change = () => {
    isFull = full.matches;
    const place = stop() || namedPlace(root);
    place?.section.scrollIntoView();
    place?.slide && show(place.slide);
    return isFull && start();
  };

  dropBrokenHash();
  mark(namedPlace(root) || visiblePlace(root));
  listen(full, "change", change);
  listen(window, "hashchange", follow); // Next tells only of changes that it made itself
  listen(document, "scrollend", settle, { capture: true });
  listen(root, "click", turn);
  listen(root, "focusin", reveal);
  if (full.matches) guard(start)();
  return {
    follow,
    close() {
      closed = true;
      stop();
    },
  };
}
