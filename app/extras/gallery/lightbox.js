// Shows a page's pictures in the gallery's dialog. gallery/__init__.py describes the URLs.
import Router from "next/router";
import { isModified } from "$/app/browser/clicks.js";
import { entries } from "$/app/browser/history.js";
import { connection } from "$/app/browser/network.js";
import { isZoomed } from "$/app/browser/zoom.js";
import { addCells } from "./cells.js";

const LARGE = /^#([\w/-]+)\/large$/;
const SCROLL_EVENTS = /** @type {const} */ ([
  "keydown",
  "wheel",
  "pointerdown",
  "pointermove",
  "touchstart",
  "touchmove",
]);
const MAX_FLICK_MS = 250; // if a swipe takes less time, its minimum distance is MIN_FLICK_PX
const MIN_FLICK_PX = 20;

/**
 * Opens the page's pictures in `dialog` on click. Returns a function that closes and empties the dialog.
 *
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {HTMLDialogElement} dialog
 * @param {Record<string, string>} labels
 */
export function connectFigures({ guard, listen }, dialog, labels) {
  const root = /** @type {HTMLElement} */ (document.querySelector("main"));
  const figures = [...root.querySelectorAll("figure")];
  const ids = figures.map((figure) => /** @type {Element} */ (figure.closest("[id]")).id);
  const images = figures.map((figure) => /** @type {HTMLImageElement} */ (figure.querySelector("picture img")));
  const links = images.map((image) => image.closest("a"));
  const [bar, stage, caption, tools] = /** @type {Iterable<HTMLElement>} */ (dialog.children);
  const [position] = bar.children;
  const [row] = /** @type {Iterable<HTMLElement>} */ (stage.children);
  const cells = addCells(guard, row, images);
  const steps = /** @type {HTMLButtonElement[]} */ ([...tools.children]);
  const page = location.pathname + location.search;
  let index = -1;
  /** @type {PointerEvent | null} */
  let touch = null; // the `pointerdown` event that started the current swipe
  let scrolled = { left: 0, top: 0 }; // the page's scroll position before the dialog opened
  let isOpening = false; // whether the last click opened the dialog; the second click of a double click is ignored

  const indexInHash = () => {
    const named = LARGE.exec(location.hash)?.[1];
    return ids.findIndex((id) => id === named || id.startsWith(`${named}/`));
  };

  /**
   * Changes the URL's hash. Copies Next's state, which Next needs for Back and Forward.
   *
   * @param {"push" | "replace"} method
   * @param {string} hash
   * @param {object} [more] more properties of the history entry's state
   */
  const record = (method, hash, more) => {
    const as = page + hash;
    return entries[method]({ ...entries.state, ...more, as }, as);
  };
  const openHash = () => `#${ids[index]}/large`;

  const moveRow = (moved = 0, isImmediate = true) => {
    row.style.transition = isImmediate ? "none" : "";
    row.style.transform = `translateX(calc(${-100 * index}% + ${moved}px))`;
  };

  /** @param {number} to */
  const show = (to) => {
    const isImmediate = !dialog.open || Math.abs(to - index) > 1;
    if (index < 0) scrolled = { left: scrollX, top: scrollY };
    index = to;
    if (!dialog.open) dialog.showModal();
    cells.fill(index, "high");
    if (!connection().saveData) [1, -1].forEach((step) => cells.fill(index + step, "low"));
    moveRow(0, isImmediate);
    cells.reveal(index);
    steps.forEach((step) => {
      step.ariaDisabled = `${!figures[index + Number(step.value)]}`;
    });
    caption.innerHTML = /** @type {Element} */ (figures[index].querySelector("figcaption")).innerHTML;
    dialog.ariaLabel = /** @type {Element} */ (caption.querySelector("h2, h3")).textContent;
    position.textContent = labels.position.replace("{number}", `${index + 1}`).replace("{count}", `${figures.length}`);
  };

  /** @param {number} to */
  const go = (to) => {
    if (!figures[to]) return moveRow(0, false);
    show(to);
    record("replace", openHash());
  };

  const isHere = () => location.pathname + location.search === page;

  // Restores the scroll position and the focus after the browser has scrolled to the hash.
  const leave = () =>
    requestAnimationFrame(
      guard(() => {
        if (dialog.open || index < 0) return;
        if (isHere()) scrollTo({ ...scrolled, behavior: "instant" });
        links[index]?.focus();
        index = -1;
        cells.empty();
      }),
    );

  const follow = () => {
    const to = indexInHash();
    if (to >= 0) show(to);
    else if (dialog.open) dialog.close();
    else leave();
  };

  const closed = () => {
    if (!isHere()) return leave();
    if (indexInHash() >= 0 && entries.state?.large) return entries.back();
    if (indexInHash() >= 0) record("replace", "");
    leave();
  };

  /** @param {PointerEvent} event */
  const release = (event) => {
    if (!touch) return;
    const moved = event.clientX - touch.clientX;
    const minimum = event.timeStamp - touch.timeStamp < MAX_FLICK_MS ? MIN_FLICK_PX : stage.clientWidth / 4;
    touch = null;
    go(event.type === "pointerup" && Math.abs(moved) > minimum ? index - Math.sign(moved) : index);
  };

  /** @type {Record<string, () => number>} */
  const KEYS = {
    ArrowLeft: () => index - 1,
    ArrowRight: () => index + 1,
    Home: () => 0,
    End: () => figures.length - 1,
  };

  listen(root, "click", (event) => {
    const at = links.indexOf(/** @type {Element} */ (event.target).closest("a"));
    if (at < 0 || isModified(event)) return;
    if (event.detail > 1) return event.preventDefault(); // the first click of a double click has closed the dialog
    show(at);
    isOpening = true;
    event.preventDefault(); // called after `show`: if `show` fails, the browser follows the link
    record("push", openHash(), { large: true });
  });
  listen(dialog, "click", (event) => {
    isOpening &&= event.detail > 1;
    if (isOpening) return;
    const target = /** @type {Element} */ (event.target);
    const button = target.closest("button");
    if (button?.value) go(index + Number(button.value));
    else if (button || target === dialog || target.parentNode === row) dialog.close();
  });
  listen(dialog, "keydown", (event) => {
    if (!KEYS[event.key] || isModified(event)) return;
    event.preventDefault();
    go(KEYS[event.key]());
  });
  // Keeps fullpage.js from scrolling the page behind the dialog.
  for (const type of SCROLL_EVENTS) listen(dialog, type, (event) => event.stopPropagation());
  listen(dialog, "close", closed);
  listen(stage, "pointerdown", (event) => {
    if (event.isPrimary && event.pointerType !== "mouse" && !isZoomed()) touch = event;
  });
  listen(stage, "pointermove", (event) => {
    if (!touch || !event.isPrimary) return;
    const moved = event.clientX - touch.clientX;
    moveRow(figures[index - Math.sign(moved)] ? moved : moved / 4);
  });
  listen(stage, "pointerup", release);
  listen(stage, "pointercancel", release);
  listen(window, "resize", () => cells.fit());
  // A touch on a zoomed page pans the page instead of changing the picture.
  if (window.visualViewport)
    listen(window.visualViewport, "resize", () => {
      stage.style.touchAction = isZoomed() ? "auto" : "";
    });
  listen(window, "popstate", follow);
  // Keeps Next from scrolling to the top after Back and Forward within this page.
  Router.beforePopState(({ as }) => as.split("#")[0] !== page);
  if (indexInHash() >= 0) show(indexInHash());

  return () => {
    if (dialog.open) dialog.close();
    Router.beforePopState(() => true);
    row.replaceChildren();
  };
}
