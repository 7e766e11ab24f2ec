// A page of sections: fullpage.js moves between them on a large screen, unless the visitor asked for less motion. Everywhere
// else, and until it is loaded, they scroll natively. Either way the hash names what is on screen, and the navigation
// (the first child; the second one holds the sections) marks it.
import { useRouter } from "next/router";
import { useEffect, useLayoutEffect, useRef } from "react";
import { isModified } from "$/app/components/link/link.js";
import { dropBrokenHash, namedPlace, placeOf, record, visiblePlace } from "./place.js";

const FULL = "(min-width: 1024px) and (prefers-reduced-motion: no-preference)"; // 1024: specification, section 9

// Its end must come before React takes the sections out of the document.
const useLayout = typeof window === "undefined" ? useEffect : useLayoutEffect;

export function FullPage({ credits, children }) {
  const box = useRef(null);
  const { events } = useRouter();
  useLayout(() => {
    const pages = open(...box.current.children, credits);
    events.on("hashChangeComplete", pages.follow);
    return () => {
      events.off("hashChangeComplete", pages.follow);
      pages.close();
    };
  }, []);
  return <div ref={box}>{children}</div>;
}

const show = (slide) => slide.scrollIntoView({ block: "nearest", inline: "start" });

function open(navigation, root, credits) {
  const full = matchMedia(FULL);
  const closing = new AbortController();
  const { signal } = closing;
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
  const settle = () => motion || moved(visiblePlace(root));
  const reveal = ({ target }) => {
    const place = placeOf(target);
    if (motion && Object.values(place).some((panel) => panel && !panel.classList.contains("active"))) motion.go(place);
  };
  // From slide to slide is no step in the history, and who presses "next" may press it again.
  const turn = (event) => {
    const link = event.target.closest("a[rel=prev], a[rel=next]");
    if (!link || isModified(event)) return;
    const slide = document.getElementById(link.hash.slice(1));
    event.preventDefault();
    if (motion) motion.go(placeOf(slide));
    else show(slide);
    (slide.querySelector(`a[rel=${link.rel}]`) || slide).focus({ preventScroll: true });
  };

  const start = async () => {
    const { run } = await import(/* webpackChunkName: "fullpage" */ "./motion.js").catch(() => ({})); // it scrolls natively
    if (!run || signal.aborted || motion || !full.matches) return;
    motion = run(root, (location.hash && namedPlace(root)) || visiblePlace(root), credits, { entered, moved });
  };
  const stop = () => {
    const place = motion?.at();
    motion?.end();
    motion = null;
    return place;
  };
  const change = () => {
    if (full.matches) return start();
    const place = stop();
    place?.section.scrollIntoView();
    place?.slide && show(place.slide);
  };

  dropBrokenHash();
  mark(namedPlace(root) || visiblePlace(root));
  full.addEventListener("change", change, { signal });
  addEventListener("hashchange", follow, { signal }); // Next says nothing of those that it did not make
  document.addEventListener("scrollend", settle, { capture: true, signal });
  root.addEventListener("click", turn, { signal });
  root.addEventListener("focusin", reveal, { signal });
  if (full.matches) start();
  return {
    follow,
    close() {
      closing.abort();
      stop();
    },
  };
}
