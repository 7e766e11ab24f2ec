// Moves between full-page sections until fullpage.js starts. The container's attribute `data-moves` disables normal
// scrolling (fullpage.css). The wheel, a key or a swipe then makes this script jump to a section. A `translate`
// animation makes the jump look smooth, but the scroll position changes immediately. Therefore, fullpage.js can start
// during an animation. If a section is taller than the window, this script adds the attribute `data-flows`, which
// enables normal scrolling again.
//
//   data-moves ── fullpage.js starts ──▶ neither attribute: fullpage.js moves
//     ▲ └─ a section does not fit ─▶ both attributes: the browser scrolls
//     └──────── the window grows ────────┘
import { painted } from "$/app/browser/frames.js";
import { markZoom } from "$/app/browser/zoom.js";
import { keys, swipes, wheel } from "./gestures.js";
import { guarded } from "./guarded.js";
import {
  areFontsLoaded,
  continueTab,
  isLarge,
  isMovedFirst,
  markSection,
  opensSearch,
  positionOf,
  RELEASES,
  SCROLLED,
  SEARCHED,
  sectionsFit,
  sectionsOf,
  showSlide,
  slidesOf,
  startOf,
  visiblePosition,
} from "./panels.js";

const EARLY = { capture: true, passive: true };

/**
 * Jumps to a new position by calling `scroll`, then animates the move from the old position.
 *
 * @param {HTMLElement} root
 * @param {KeyframeAnimationOptions} timing
 * @param {() => void} scroll
 */
function glide(root, timing, scroll) {
  const before = root.getBoundingClientRect().top;
  for (const animation of root.getAnimations()) animation.cancel();
  scroll();
  const distance = before - root.getBoundingClientRect().top;
  root.animate({ translate: [`0 ${distance}px`, "none"] }, timing);
}

export const moveSections = guarded("fullpage", () => {
  const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-full]"));
  if (!root) return;
  const timing = /** @type {const} */ ({
    duration: Number(root.dataset.speed),
    easing: "ease", // fullpage.js uses the same easing
    fill: "backwards", // keeps Chromium from showing the final position first
  });
  /** @type {HTMLElement | undefined} */
  let current; // the visible section; after the window is resized, the script scrolls back to it
  let isLoading = document.readyState !== "complete"; // while loading, Chromium might scroll to the URL's hash
  addEventListener("load", () => setTimeout(() => (isLoading = false)), { once: true });

  const navigation = /** @type {HTMLElement} */ (root.previousElementSibling);
  const mark = () => {
    current = visiblePosition(root).section;
    markSection(navigation, root, current);
  };
  /** @param {HTMLElement} section */
  const isAt = (section) => Math.abs(scrollY - startOf(section)) < 1; // Firefox can scroll by fractions of a pixel
  /** @param {HTMLElement} section */
  const show = (section) => {
    if (isAt(section)) return;
    scrollTo(0, startOf(section));
    mark();
    document.dispatchEvent(new Event("scroll")); // the browser's own `scroll` event fires one frame later
  };
  /** Aligns the visible section with the window after the browser scrolls, before the next paint. */
  const settle = () => {
    const section = (isLoading && current) || visiblePosition(root).section;
    if (!isAt(section)) scrollTo(0, startOf(section));
    mark();
  };
  /** @param {number} steps */
  const moveBy = (steps) => {
    const sections = sectionsOf(root);
    const { section } = visiblePosition(root);
    const next = Math.min(Math.max(sections.indexOf(section) + steps, 0), sections.length - 1);
    if (sections[next] !== section) glide(root, timing, () => show(sections[next]));
  };
  /** @param {number} steps */
  const moveSlideBy = (steps) => {
    const { section, slide } = visiblePosition(root);
    const slides = slidesOf(section);
    const next = slide && slides[slides.indexOf(slide) + steps];
    if (!next) return;
    showSlide(next);
    // The slide fades in, because moving it would confuse WebKit's scroll snapping.
    next.animate({ opacity: [0, 1] }, timing);
  };
  /** @param {Element | null} element the target of the hash, or the focused element */
  const reveal = (element) => {
    if (!element || !root.contains(element)) return;
    const { section, slide } = positionOf(element);
    if (section) show(section);
    if (slide) showSlide(slide);
  };
  const named = () => document.getElementById(location.hash.slice(1));
  const firstSection = () => {
    const target = named();
    return (target && root.contains(target) && positionOf(target).section) || sectionsOf(root)[0];
  };
  const revealHash = () => isMovedFirst(root) && reveal(named());
  const flowIfNeeded = () =>
    root.toggleAttribute("data-flows", root.hasAttribute(SEARCHED) || (areFontsLoaded() && !sectionsFit(root)));
  /** Checks whether this script handles a gesture. If a section is too tall, the browser scrolls instead. */
  const accepts = () => {
    if (!root.isConnected || !isMovedFirst(root) || document.querySelector("dialog[open]")) return false;
    flowIfNeeded();
    return isMovedFirst(root);
  };
  const adapt = guarded("fullpage", () => {
    if (!root.isConnected || root.closest(".fp-enabled")) return;
    const wasMoved = isMovedFirst(root);
    root.removeAttribute("data-flows");
    root.toggleAttribute("data-moves", isLarge(root));
    if (!isLarge(root)) return;
    flowIfNeeded();
    if (wasMoved && current) show(current);
    mark();
    if (!areFontsLoaded()) document.fonts.ready.then(() => adapt()); // the final fonts change the sections' heights
  });

  const moves = { accepts, moveBy, moveSlideBy };
  const press = keys(moves);
  const { touch, swipe, release } = swipes(root, moves);
  let isByKey = false; // whether the last input came from the keyboard; other changes of the focus are ignored

  /**
   * @template {keyof WindowEventMap} Type
   * @param {Type} type
   * @param {(event: WindowEventMap[Type]) => unknown} task
   * @param {AddEventListenerOptions} [options]
   */
  const listen = (type, task, options = EARLY) => addEventListener(type, guarded("fullpage", task), options);
  listen("wheel", wheel(moves));
  listen(
    "keydown",
    (event) => {
      isByKey = true;
      if (event.key === "Tab" && accepts()) continueTab(navigation, visiblePosition(root), event);
      if (opensSearch(event)) {
        root.toggleAttribute(SEARCHED, true);
        if (isLarge(root)) flowIfNeeded();
      }
      press(event);
    },
    { capture: true },
  );
  listen("touchstart", touch);
  listen("touchmove", swipe);
  for (const type of RELEASES) listen(type, release);
  listen("pointerdown", () => {
    isByKey = false;
  });
  listen("focusin", ({ target }) => {
    // While the page loads, Chromium itself focuses the target of the URL's hash.
    if (!isByKey || (isLoading && target === named())) return;
    if (accepts()) reveal(/** @type {Element} */ (target));
  });
  listen("hashchange", revealHash);
  listen("scroll", ({ isTrusted, target }) => {
    if (!isTrusted) return;
    /** @type {Element} */ (target === document ? root : target).toggleAttribute(SCROLLED, true);
    if (isMovedFirst(root)) settle();
  });
  addEventListener("resize", adapt);
  window.visualViewport?.addEventListener("resize", () => markZoom(root));
  if (root.toggleAttribute("data-moves", isLarge(root))) {
    markSection(navigation, root, firstSection());
  }
  if (location.hash) revealHash(); // browsers cannot restore the scroll position on pages with `data-moves`
  painted().then(() => adapt()); // waits for the first paint, because measuring the layout is slow
});
