// Copies a page's pictures into the cells of the dialog's row.
import { createElement } from "$/app/browser/elements.js";
import looks from "./looks.json";

const MAX_DENSITY = 2; // the maximum number of image pixels per CSS pixel

/**
 * Adds an empty cell for each image to `row`. Returns functions that fill the cells.
 *
 * @param {import("$/app/guard/extra.js").Extra["guard"]} guard
 * @param {HTMLElement} row
 * @param {HTMLImageElement[]} images the page's images
 */
export function addCells(guard, row, images) {
  row.append(...images.map(() => createElement("li", { className: looks.cell })));
  const cells = /** @type {HTMLElement[]} */ ([...row.children]);

  /**
   * Sets `sizes`, so that the browser reuses the loaded file if this file is wide enough.
   *
   * @param {number} at
   */
  const fit = (at) => {
    const picture = cells[at].firstElementChild;
    if (!picture) return;
    const width = /** @type {HTMLElement} */ (picture.lastElementChild).offsetWidth;
    const loaded = images[at].naturalWidth; // the loaded file's width in CSS pixels
    const wanted = loaded >= width ? loaded : Math.ceil(width * Math.min(1, MAX_DENSITY / devicePixelRatio));
    for (const source of /** @type {Iterable<HTMLSourceElement>} */ (picture.children)) source.sizes = `${wanted}px`;
  };

  return {
    /** @type {(at: number, priority: "high" | "low") => void} */
    fill(at, priority) {
      const cell = cells[at];
      if (!cell || cell.firstChild) return;
      const shown = images[at];
      const picture = /** @type {HTMLPictureElement} */ (/** @type {Element} */ (shown.parentNode).cloneNode(true));
      const image = /** @type {HTMLImageElement} */ (picture.lastElementChild);
      picture.className = looks.picture;
      image.className = looks.image;
      const ratio = Number(shown.getAttribute("width")) / Number(shown.getAttribute("height"));
      image.style.setProperty("--ratio", `${ratio}`);
      if (shown.naturalWidth) image.style.backgroundImage = `url("${shown.currentSrc}")`;
      image.fetchPriority = priority;
      image.onerror = guard(async () => {
        image.onerror = null;
        shown.loading = "eager";
        await shown.decode().catch(() => {});
        image.src = shown.currentSrc;
        while (picture.firstChild !== image) /** @type {ChildNode} */ (picture.firstChild).remove();
      });
      cell.append(picture);
      fit(at);
      image.loading = "eager"; // starts downloading the file that `fit` has selected
    },
    fit: () => cells.forEach((_, at) => fit(at)),
    /** @param {number} index the picture to enable; all others are made inert */
    reveal(index) {
      cells.forEach((cell, at) => {
        cell.inert = at !== index;
      });
    },
    empty: () => cells.forEach((cell) => cell.replaceChildren()),
  };
}
