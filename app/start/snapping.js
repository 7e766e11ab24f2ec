// Full-page sections until fullpage.js moves them. They snap by CSS (app/extras/fullpage/fullpage.css). Keys and touch
// scroll natively; a turn of the wheel moves by one section, and the keys ← and → by one slide, as with fullpage.js.
import { guarded } from "./guarded.js";
import { handover } from "./handover.js";

const PAUSE_MS = 150; // separates two turns of the wheel
const WHEEL = { passive: false };
const FIELD = "input, select, textarea";

/** @param {Element} root */
const sectionsOf = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".section")]);

/** @param {HTMLElement} section */
const topOf = (section) => section.getBoundingClientRect().top;

/**
 * Whether each section fits into the viewport.
 *
 * @param {Element} root the container of the sections
 */
export const sectionsFit = (root) =>
  sectionsOf(root).every((section) => !section.id || section.offsetHeight - scrollbarOf(section) <= innerHeight + 1);

/**
 * Returns the height of the scrollbar of a section's slides, which Safari does not always hide.
 *
 * @param {HTMLElement} section
 */
function scrollbarOf(section) {
  const slides = /** @type {HTMLElement | null} */ (section.querySelector(".slides"));
  return slides ? slides.offsetHeight - slides.clientHeight : 0;
}

/** Whether the page snaps. fullpage.css has the conditions. */
export const isSnapping = () => getComputedStyle(document.documentElement).scrollSnapType === "y mandatory";

/**
 * Marks a section in the navigation.
 *
 * @param {HTMLElement} navigation
 * @param {HTMLElement} section
 */
export function markSection(navigation, section) {
  for (const link of navigation.querySelectorAll("a")) {
    link.ariaCurrent = link.hash === `#${section.id}` ? "true" : null;
  }
  navigation.dataset.tone = section.dataset.tone;
}

export const snapSections = guarded("fullpage", () => {
  const root = /** @type {HTMLElement | null} */ (document.querySelector(".sections"));
  if (!root) return;
  const full = matchMedia(/** @type {string} */ (root.dataset.full));
  const isMoved = () => document.querySelector(".fp-enabled"); // by fullpage.js
  let lastEvent = 0; // the time of the last turn of the wheel or scroll

  /** Whether sections snap. They flow if one of them no longer fits. */
  const snaps = () => {
    if (isSnapping() && !sectionsFit(root)) root.toggleAttribute("data-flows", true);
    return isSnapping();
  };
  const mark = () => {
    const section = sectionsOf(root).findLast((each) => each.id && topOf(each) <= innerHeight / 2);
    if (section) markSection(/** @type {HTMLElement} */ (root.previousElementSibling), section);
  };
  /**
   * @param {HTMLElement | undefined} panel
   * @param {ScrollLogicalPosition} [block]
   */
  const show = (panel, block) => {
    handover.target = panel; // for an application that starts before the page is there
    panel?.scrollIntoView({ behavior: "smooth", block });
  };
  /** @param {number} direction */
  const moveSection = (direction) => {
    const sections = sectionsOf(root);
    show(direction > 0 ? sections.find((each) => topOf(each) > 1) : sections.findLast((each) => topOf(each) < -1));
  };
  /** @param {"nextElementSibling" | "previousElementSibling"} neighbour */
  const moveSlide = (neighbour) => {
    const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    const slide = /** @type {HTMLElement | undefined | null} */ (middle?.closest(".slide")?.[neighbour]);
    if (slide) show(slide, "nearest");
  };
  /** @type {Record<string, () => void>} */
  const KEYS = {
    ArrowLeft: () => moveSlide("previousElementSibling"),
    ArrowRight: () => moveSlide("nextElementSibling"),
    Home: () => show(sectionsOf(root)[0]),
    End: () => show(sectionsOf(root).at(-1)),
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    handover.target = undefined;
    const move = KEYS[event.key];
    const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!move || isModified || /** @type {Element} */ (event.target).closest(FIELD) || !isSnapping()) return;
    event.preventDefault();
    move();
  };
  /** @type {(event: WheelEvent) => unknown} */
  const turn = guarded("fullpage", (/** @type {WheelEvent} */ event) => {
    const { deltaX, deltaY, timeStamp } = event;
    if (!root.isConnected || isMoved()) removeEventListener("wheel", turn);
    if (event.ctrlKey || Math.abs(deltaX) > Math.abs(deltaY) || !snaps()) return;
    event.preventDefault();
    if (timeStamp - lastEvent > PAUSE_MS) moveSection(deltaY);
    lastEvent = timeStamp;
  });
  const restart = guarded("fullpage", () => {
    if (!full.matches || isMoved()) return;
    addEventListener("wheel", turn, WHEEL);
    root.removeAttribute("data-flows");
    if (snaps()) mark();
  });

  addEventListener("resize", restart);
  for (const type of ["pointerdown", "hashchange"])
    addEventListener(type, () => {
      handover.target = undefined;
    });
  addEventListener("keydown", guarded("fullpage", press));
  addEventListener(
    "scroll",
    guarded("fullpage", ({ timeStamp }) => {
      lastEvent = timeStamp;
      if (isSnapping()) mark();
    }),
    true,
  );
  // No browser restores the position of a page that fullpage.js has moved.
  const named = full.matches && location.hash && document.getElementById(location.hash.slice(1));
  if (named) {
    named.scrollIntoView();
    handover.sections = root; // whose position is shown
  }
  requestAnimationFrame(() => setTimeout(restart)); // after the first paint, because it needs the layout
  document.fonts.ready.then(() => restart());
});
