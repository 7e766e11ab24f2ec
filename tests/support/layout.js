// Defines `window.layout`, whose functions find faults in a page's layout.
"use strict";

/**
 * @typedef {[url: string, width: number]} Candidate an image file in `srcset`, with its width in pixels
 * @typedef {PerformanceEntry & { value: number, sources: { node: Node | null }[] }} Shift
 * @typedef {PerformanceEntry & { element: Element | null, size: number }} Paint
 */

window.layout = (() => {
  const CONTROLS = "a[href], button, summary, input, select, textarea, img";
  const UNREAD = "script, style, noscript, option, textarea, .sr-only, .sr-only *, [aria-hidden=true]";
  /** @param {Element & { alt?: string }} element */
  const name = (element) => {
    const words = (element.alt || element.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${element.localName} class="${String(element.className).slice(0, 60)}"> “${words}”`;
  };
  /** @param {Element} element */
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  /** @param {Element} element */
  const ancestors = function* (element) {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) yield each;
  };
  /** @param {Element} element */
  const clips = (element) => getComputedStyle(element).overflowX !== "visible";
  /** @typedef {{ left: number, right: number }} Edges */
  /** @returns {{ element: Element, edges: Edges[] }[]} elements with visible text, and the edges of each line */
  const texts = () => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const element = /** @type {Element} */ (walker.currentNode.parentElement);
      if (!walker.currentNode.nodeValue?.trim() || element.matches(UNREAD) || !shown(element)) continue;
      range.selectNodeContents(walker.currentNode);
      found.push({ element, edges: [...range.getClientRects()].filter(({ width }) => width > 1) });
    }
    return found;
  };
  /**
   * Returns the edges of all boxes that might clip the element. If an ancestor scrolls, omits this ancestor, its child
   * and all boxes outside, because visitors can scroll to everything in the child.
   *
   * @param {Element} element
   * @returns {(Edges & { box: Element | null })[]}
   */
  const limits = (element) => {
    const boxes = [];
    for (const each of [element, ...ancestors(element)]) {
      const { display, overflowX, position } = getComputedStyle(each);
      const { left, right } = each.getBoundingClientRect();
      if (!/inline$|contents/.test(display)) boxes.push({ left, right, box: each });
      if (/auto|scroll/.test(overflowX)) return boxes.slice(0, -2);
      if (/absolute|fixed/.test(position)) break;
    }
    return [...boxes, { left: 0, right: document.documentElement.clientWidth, box: null }];
  };
  /** @param {DOMRect} box */
  const inView = ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  /** @param {Element} element */
  const area = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [width, height] = [
      Math.min(right, innerWidth) - Math.max(left, 0),
      Math.min(bottom, innerHeight) - Math.max(top, 0),
    ];
    return shown(element) ? Math.max(width, 0) * Math.max(height, 0) : 0;
  };
  /**
   * @param {HTMLImageElement} image
   * @returns {Candidate[][]}
   */
  const offered = (image) =>
    [.../** @type {Element} */ (image.parentElement).querySelectorAll("source")].map((source) =>
      source.srcset
        .split(", ")
        .map((each) => each.split(" "))
        .map(([url, width]) => [url, parseInt(width, 10)]),
    );
  /**
   * Returns the width in pixels to which the attribute `sizes` resolves.
   *
   * @param {string} sizes the value of the attribute `sizes`
   * @param {Candidate} candidate
   */
  const slot = async (sizes, [url, width]) => {
    const probe = Object.assign(new Image(), { sizes, srcset: `${url} ${width}w` });
    await probe.decode();
    return probe.naturalWidth;
  };
  /** @param {HTMLImageElement} image */
  const sizesOf = (image) =>
    image.sizes ||
    /** @type {HTMLSourceElement} */ (/** @type {Element} */ (image.parentElement).querySelector("source")).sizes;
  /**
   * Returns a message if the image file is too small or too large for the picture's size on the screen.
   *
   * @param {HTMLImageElement} image
   * @param {number} file the file's width in pixels
   * @param {Candidate[]} candidates
   */
  const fit = (image, file, candidates) => {
    const { width, height } = image.getBoundingClientRect();
    const ratio = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
    const drawn =
      (getComputedStyle(image).objectFit === "cover" ? Math.max(width, height * ratio) : width) * devicePixelRatio;
    const widths = candidates.map(([, each]) => each);
    // Tolerate slightly smaller files, which browsers sometimes choose, especially on high-density screens.
    const least = Math.min(drawn * (devicePixelRatio > 1 ? 0.75 : 0.85), widths[widths.length - 1]);
    const most = Math.max(2 * drawn, widths[0]);
    if (file >= least && file <= most) return [];
    return [
      `too ${file < least ? "small" : "large"}: ${name(image)} shown ${Math.round(width)} × ${Math.round(height)} × ` +
        `${devicePixelRatio}, drawn ${Math.round(drawn)} px wide, the file has ${file} (${sizesOf(image)})`,
    ];
  };
  /** Waits for two frames. Rejects after a minute, because Chromium can stop drawing. */
  const frames = () =>
    new Promise((done, fail) => {
      requestAnimationFrame(() => requestAnimationFrame(done));
      setTimeout(() => fail(new Error("no frame was drawn for a minute")), 60_000);
    });

  /**
   * @template {PerformanceEntry} Entry
   * @param {string} type
   * @param {Entry[]} buffer
   */
  const watch = (type, buffer) => {
    const observer = new PerformanceObserver((list) => buffer.push(.../** @type {Entry[]} */ (list.getEntries())));
    observer.observe({ type, buffered: true });
    return () => {
      buffer.push(.../** @type {Entry[]} */ (observer.takeRecords()));
      return buffer;
    };
  };
  /** @param {Element} element */
  const place = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + scrollX, top + scrollY, width, height];
  };
  /** @type {Map<Element, number[]>} */
  let places = new Map();
  const shifted = watch("layout-shift", /** @type {Shift[]} */ ([]));
  const painted = watch("largest-contentful-paint", /** @type {Paint[]} */ ([]));

  return {
    frames,

    /** Returns elements that extend beyond the window's sides, and a message if the page is too wide. */
    overflow() {
      const width = document.documentElement.clientWidth;
      const found = [...document.body.querySelectorAll("*:not(svg *, script)")].filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left < -1 || right > width + 1) && shown(element) && ![...ancestors(element)].some(clips);
      });
      const beyond = document.documentElement.scrollWidth - width;
      return [...(beyond > 0 ? [`the page is ${beyond} px too wide`] : []), ...found.map(name)];
    },

    /** Returns text and controls that are partly hidden. */
    cutOff() {
      const controls = [...document.querySelectorAll(CONTROLS)].filter(
        (each) => shown(each) && !each.matches(UNREAD) && getComputedStyle(each).display !== "inline",
      );
      const parts = [...texts(), ...controls.map((element) => ({ element, edges: [element.getBoundingClientRect()] }))];
      return parts.flatMap(({ element, edges }) => {
        const right = Math.max(...edges.map((each) => each.right));
        const left = Math.min(...edges.map((each) => each.left));
        const crossed = limits(element).find((limit) => right > limit.right + 1 || (!limit.box && left < -1));
        if (!crossed) return [];
        const where = crossed.box ? name(crossed.box) : "the viewport";
        return [`${name(element)} ends ${Math.round(right - crossed.right)} px outside ${where}`];
      });
    },

    shifts() {
      return shifted().map(
        ({ value, sources }) =>
          `${value.toFixed(4)}: ${sources
            .map(
              ({ node }) =>
                node && name(/** @type {Element} */ (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)),
            )
            .join(", ")}`,
      );
    },

    async scroll() {
      for (let before = -1; scrollY > before; await frames()) {
        before = scrollY;
        scrollBy({ top: innerHeight, behavior: "instant" });
      }
      scrollTo({ top: 0, behavior: "instant" });
      await frames();
    },

    /** Returns elements whose position or size has changed since the last call. */
    displaced() {
      const before = places;
      places = new Map([...document.body.querySelectorAll("*:not(svg *)")].map((each) => [each, place(each)]));
      return [...places].flatMap(([element, now]) => {
        const was = before.get(element) ?? now;
        return now.some((each, at) => Math.abs(each - was[at]) >= 1)
          ? [`${was.map(Math.round)} → ${now.map(Math.round)}: ${name(element)}`]
          : [];
      });
    },

    awaited() {
      return [...document.images]
        .filter(
          (image) => shown(image) && inView(image.getBoundingClientRect()) && !(image.complete && image.naturalWidth),
        )
        .map((image) =>
          offered(image)
            .flat()
            .map(([url]) => new URL(url, location.href).href),
        );
    },

    /**
     * Returns pictures with the wrong `loading` or `fetchpriority`, or without `alt`. Call this before scrolling.
     */
    loading() {
      const images = [...document.images];
      const eager = images.filter((image) => image.loading !== "lazy");
      const lazy = images.filter((image) => image.loading === "lazy");
      const words = painted().filter(({ element }) => !images.includes(/** @type {HTMLImageElement} */ (element)));
      const largest = Math.max(...eager.map(area), ...words.map(({ size }) => size));
      /** @type {(found: HTMLImageElement[], what: string) => string[]} */
      const wrong = (found, what) => found.map((image) => `${what}: ${name(image)}`);
      return [
        ...wrong(eager.slice(1), "a second picture that is loaded at once"),
        ...wrong(
          eager.filter((image) => image.fetchPriority !== "high"),
          "loaded at once, without priority",
        ),
        ...wrong(
          lazy.filter((image) => image.fetchPriority === "high"),
          "priority, but lazy",
        ),
        ...wrong(
          lazy.filter((image) => area(image) > 1.01 * largest), // tolerates rounding errors
          "the largest in the window, but lazy",
        ),
        ...wrong(
          images.filter((image) => !image.alt),
          "no alternative text",
        ),
      ];
    },

    /** Loads all pictures, including those in closed disclosures. */
    async load() {
      for (const image of document.images) image.loading = "eager";
      await Promise.all([...document.images].map((image) => image.decode()));
    },

    /** Returns pictures whose loaded file has the wrong size or aspect ratio. */
    pictures() {
      return [...document.images].filter(shown).flatMap((image) => {
        const candidates = offered(image).find((each) => each.some(([url]) => image.currentSrc.endsWith(url)));
        if (!candidates) return [`${image.currentSrc} is none that a <source> offers`];
        const [, loaded] = /** @type {Candidate} */ (candidates.find(([url]) => image.currentSrc.endsWith(url)));
        const ratio = image.naturalWidth / image.naturalHeight;
        const [w, h] = [Number(image.getAttribute("width")), Number(image.getAttribute("height"))];
        const isAsSaid = w && h && Math.abs(w / h / ratio - 1) < 0.01;
        return [...fit(image, loaded, candidates), ...(isAsSaid ? [] : [`another shape than it says: ${name(image)}`])];
      });
    },

    /** Returns pictures whose `sizes` would make the browser choose the wrong file. */
    async choices() {
      const found = await Promise.all(
        [...document.images].filter(shown).map(async (image) => {
          const [candidates] = offered(image);
          const wanted = devicePixelRatio * (await slot(sizesOf(image), candidates[0]));
          const [, chosen] = candidates.find(([, width]) => width >= wanted) || candidates[candidates.length - 1];
          return fit(image, chosen, candidates);
        }),
      );
      return found.flat();
    },

    /**
     * Returns links, buttons and fields that are too small to tap. Ignores links inside sentences.
     *
     * @param {number} least the minimum width in pixels
     * @param {number} height the minimum height in pixels, which is larger on phones
     */
    targets(least, height) {
      /** @param {HTMLElement} element */
      const within = (element) => {
        const parent = /** @type {HTMLElement} */ (element.parentElement);
        return (
          getComputedStyle(element).display === "inline" && parent.textContent?.trim() !== element.textContent?.trim()
        );
      };
      /** @param {HTMLElement} element */
      const area = (element) => {
        const stretched = getComputedStyle(element, "::after").position === "absolute";
        return /** @type {Element} */ (stretched ? element.offsetParent : element).getBoundingClientRect();
      };
      /** @type {NodeListOf<HTMLElement>} */
      const all = document.querySelectorAll("a[href], button, summary, input, select, textarea");
      return [...all]
        .filter((element) => shown(element) && !element.matches(".sr-only") && !within(element))
        .filter((element) => {
          const box = area(element);
          return Math.min(box.width, box.height) < least || box.height < height;
        })
        .map((element) => {
          const { width, height } = area(element);
          return `${Math.round(width)} × ${Math.round(height)}: ${name(element)}`;
        });
    },
  };
})();
