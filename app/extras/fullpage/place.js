// Where a visitor is among the sections of a page: as the address says it, and as the window shows it.
// A place is a section and, where the section has slides, one of them.
import { entries } from "$/app/browser/history.js";

const sectionsOf = (root) => [...root.querySelectorAll(".section")];
const slidesOf = (section) => [...section.querySelectorAll(".slide")];

export const placeOf = (element) => ({ section: element.closest(".section"), slide: element.closest(".slide") });

export const position = (root, { section, slide }) => [
  sectionsOf(root).indexOf(section) + 1,
  slide ? slidesOf(section).indexOf(slide) : undefined,
];

// The place that the address names: the first section without a hash, null when it names something else.
export function namedPlace(root) {
  if (!location.hash) return { section: sectionsOf(root)[0], slide: null };
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const section = named && (named.closest(".section") || named.querySelector(".section"));
  return root.contains(section) ? { section, slide: named.closest(".slide") } : null;
}

// The place in the middle of the window, while the page scrolls natively.
export function visiblePlace(root) {
  const across = innerWidth / 2;
  const down = innerHeight / 2;
  const section = sectionsOf(root).findLast((each) => each.getBoundingClientRect().top <= down) || sectionsOf(root)[0];
  const slide = slidesOf(section).find((each) => each.getBoundingClientRect().right > across) || null;
  return { section, slide };
}

// Writes the place into the hash; the start of a page needs none. Next's state must stay in the entry, or Back and
// Forward show the wrong page.
export function record(root, { section, slide }) {
  const { id } = slide || section;
  if (!id || location.hash === `#${id}` || (!location.hash && section === sectionsOf(root)[0])) return;
  const { state } = entries;
  const named = (address) => `${address.split("#")[0]}#${id}`;
  entries.replace(state && { ...state, url: named(state.url), as: named(state.as) }, `#${id}`);
}

// A hash that is no text makes decodeURIComponent throw, ours as well as fullpage.js's.
export function dropBrokenHash() {
  try {
    decodeURIComponent(location.hash);
  } catch {
    entries.replace(entries.state, location.pathname + location.search);
  }
}
