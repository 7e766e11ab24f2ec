// A page of sections: fullpage.js moves between them on a large screen, unless the visitor asked for less motion. Everywhere
// else, and until it is loaded, they scroll natively. Either way the hash names what is on screen, and the navigation
// (the first child; the second one holds the sections) marks it.
import { useRouter } from "next/router";
import { useRef } from "react";
import { isModified } from "$/app/browser/clicks.js";
import { media } from "$/app/browser/media.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import { dropBrokenHash, namedPlace, placeOf, record, visiblePlace } from "./place.js";

const FULL = "(min-width: 1024px) and (prefers-reduced-motion: no-preference)"; // docs/contract.md, "Full-page sections"

export function FullPage(props) {
  return <Extra name="fullpage" otherwise={<div>{props.children}</div>}><Sections {...props} /></Extra>;
}

function Sections({ credits, children }) {
  const box = useRef(null);
  const { events } = useRouter();
  useExtra("fullpage", (self) => {
    const pages = open(self, ...box.current.children, credits);
    self.subscribe(events, "hashChangeComplete", pages.follow);
    return pages.close;
  }, { layout: true });
  return <div ref={box}>{children}</div>;
}

const show = (slide) => slide.scrollIntoView({ block: "nearest", inline: "start" });

function open({ guard, listen }, navigation, root, credits) {
  const full = media(FULL);
  let closed = false;
  let isFull = full.matches;
  let motion = null;

  const mark = ({ section }) => {
    if (!section.id) return; // the footer comes up below the last section
    for (const link of navigation.querySelectorAll("a")) {
      link.ariaCurrent = link.hash === `#${section.id}` ? "true" : null;
    }
    navigation.dataset.tone = section.dataset.tone;
  };
  const moved = (place) => {
    mark(place);
    record(root, place);
  };
  // A section that the hash names already may be on its way to the slide that it names.
  const entered = (place) => (namedPlace(root)?.section === place.section ? mark(place) : moved(place));
  const follow = () => {
    const place = namedPlace(root);
    if (!place) return;
    mark(place);
    if (!motion) return place.slide && show(place.slide);
    motion.go(place);
    (place.slide || place.section).focus({ preventScroll: true });
  };
  // A window that has just become large or small scrolls by itself, before `change` hears of it.
  const settle = () => motion || isFull !== full.matches || moved(visiblePlace(root));
  const reveal = ({ target }) => {
    const place = placeOf(target);
    if (motion && Object.values(place).some((panel) => panel && !panel.classList.contains("active"))) motion.go(place);
  };
  // From slide to slide is no step in the history, and who presses "next" may press it again.
  const turn = (event) => {
    const link = event.target.closest("a[rel=prev], a[rel=next]");
    if (!link || isModified(event)) return;
    const slide = document.getElementById(link.hash.slice(1));
    if (motion) motion.go(placeOf(slide));
    else show(slide);
    event.preventDefault(); // now that it is there: else the link leads to it
    (slide.querySelector(`a[rel=${link.rel}]`) || slide).focus({ preventScroll: true });
  };

  const start = async () => {
    const { run } = await import(/* webpackChunkName: "fullpage" */ "./motion.js");
    if (closed || motion || !full.matches) return;
    const place = (location.hash && namedPlace(root)) || visiblePlace(root);
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
  listen(window, "hashchange", follow); // Next says nothing of those that it did not make
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
