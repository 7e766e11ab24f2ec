// What the tests of the layout ask a page, as `layout` in each of them.
"use strict";

window.layout = (() => {
  const name = (element) => {
    const words = (element.alt || element.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${element.localName} class="${String(element.className).slice(0, 60)}"> “${words}”`;
  };
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const ancestors = function* (element) {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) yield each;
  };
  const clips = (element) => getComputedStyle(element).overflowX !== "visible";
  const inView = ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const area = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [width, height] = [
      Math.min(right, innerWidth) - Math.max(left, 0),
      Math.min(bottom, innerHeight) - Math.max(top, 0),
    ];
    return shown(element) ? Math.max(width, 0) * Math.max(height, 0) : 0;
  };
  const offered = (image) =>
    [...image.parentElement.querySelectorAll("source")].map((source) =>
      source.srcset
        .split(", ")
        .map((each) => each.split(" "))
        .map(([url, width]) => [url, parseInt(width, 10)]),
    );
  /** What a picture's `sizes` come to, in pixels, as the browser reads them: the density of a picture follows from it. */
  const slot = async (sizes, [url, width]) => {
    const probe = Object.assign(new Image(), { sizes, srcset: `${url} ${width}w` });
    await probe.decode();
    return probe.naturalWidth;
  };
  const sizesOf = (image) => image.sizes || image.parentElement.querySelector("source").sizes;
  /** What is wrong with a file of this width where a picture is shown. */
  const fit = (image, file, candidates) => {
    const { width, height } = image.getBoundingClientRect();
    const ratio = image.getAttribute("width") / image.getAttribute("height");
    const drawn =
      (getComputedStyle(image).objectFit === "cover" ? Math.max(width, height * ratio) : width) * devicePixelRatio;
    const widths = candidates.map(([, each]) => each);
    // Browsers round to the nearer candidate on dense screens, where nobody sees it.
    const least = Math.min(drawn * (devicePixelRatio > 1 ? 0.75 : 0.9), widths.at(-1));
    const most = Math.max(2 * drawn, widths[0]);
    if (file >= least && file <= most) return [];
    return [
      `too ${file < least ? "small" : "large"}: ${name(image)} shown ${Math.round(width)} × ${Math.round(height)} × ` +
        `${devicePixelRatio}, drawn ${Math.round(drawn)} px wide, the file has ${file} (${sizesOf(image)})`,
    ];
  };
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  const [shifts, paints] = [[], []];
  const watch = (type, buffer) => {
    const observer = new PerformanceObserver((list) => buffer.push(...list.getEntries()));
    observer.observe({ type, buffered: true });
    return () => {
      buffer.push(...observer.takeRecords());
      return buffer;
    };
  };
  const shifted = watch("layout-shift", shifts);
  const painted = watch("largest-contentful-paint", paints);

  return {
    frames,

    /** What reaches beyond the left or right edge of the window and is neither cut off nor scrolled there. */
    overflow() {
      const width = document.documentElement.clientWidth;
      const found = [...document.body.querySelectorAll("*:not(svg *, script)")].filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left < -1 || right > width + 1) && shown(element) && ![...ancestors(element)].some(clips);
      });
      const beyond = document.documentElement.scrollWidth - width;
      return [...(beyond > 0 ? [`the page is ${beyond} px too wide`] : []), ...found.map(name)];
    },

    /** What moved by itself, and by how much of the window. */
    shifts() {
      return shifted().map(
        ({ value, sources }) =>
          `${value.toFixed(4)}: ${sources
            .map(({ node }) => node && name(node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement))
            .join(", ")}`,
      );
    },

    /** Scrolls down by a window's height; false at the end of the page. */
    async scroll() {
      const before = scrollY;
      scrollBy({ top: innerHeight, behavior: "instant" });
      await frames();
      return scrollY > before;
    },

    /** Where the pictures in the window that are not there yet may come from. */
    awaited() {
      return [...document.images]
        .filter(
          (image) => shown(image) && inView(image.getBoundingClientRect()) && !(image.complete && image.naturalWidth),
        )
        .map((image) =>
          offered(image)
            .flat()
            .map(([url]) => new URL(url, location).href),
        );
    },

    /** What is wrong with how the page's pictures are loaded, as long as it is not scrolled. */
    loading() {
      const images = [...document.images];
      const eager = images.filter((image) => image.loading !== "lazy");
      const lazy = images.filter((image) => image.loading === "lazy");
      const words = painted().filter(({ element }) => !images.includes(element));
      const largest = Math.max(...eager.map(area), ...words.map(({ size }) => size));
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
          lazy.filter((image) => area(image) > largest + 1),
          "the largest in the window, but lazy",
        ),
        ...wrong(
          images.filter((image) => !image.alt),
          "no alternative text",
        ),
      ];
    },

    /** Loads all pictures, those of closed disclosures too. */
    async load() {
      for (const image of document.images) image.loading = "eager";
      await Promise.all([...document.images].map((image) => image.decode()));
    },

    /** Pictures that are loaded in a size too large or too small, or of another shape than said. */
    pictures() {
      return [...document.images].filter(shown).flatMap((image) => {
        const candidates = offered(image).find((each) => each.some(([url]) => image.currentSrc.endsWith(url)));
        if (!candidates) return [`${image.currentSrc} is none that a <source> offers`];
        const [, loaded] = candidates.find(([url]) => image.currentSrc.endsWith(url));
        const ratio = image.naturalWidth / image.naturalHeight;
        const [w, h] = [image.getAttribute("width"), image.getAttribute("height")];
        const isAsSaid = w && h && Math.abs(w / h / ratio - 1) < 0.01;
        return [...fit(image, loaded, candidates), ...(isAsSaid ? [] : [`another shape than it says: ${name(image)}`])];
      });
    },

    /** Pictures that would be loaded in such a size in a window that has just become what it is. */
    async choices() {
      const found = await Promise.all(
        [...document.images].filter(shown).map(async (image) => {
          const [candidates] = offered(image);
          const wanted = devicePixelRatio * (await slot(sizesOf(image), candidates[0]));
          const [, chosen] = candidates.find(([, width]) => width >= wanted) || candidates.at(-1);
          return fit(image, chosen, candidates);
        }),
      );
      return found.flat();
    },

    /** Links and buttons that are smaller than `least` pixels either way, or lower than `height`; links in running text aside. */
    targets(least, height) {
      const within = (element) => {
        const parent = element.parentElement;
        return (
          getComputedStyle(element).display === "inline" && parent.textContent.trim() !== element.textContent.trim()
        );
      };
      const area = (element) => {
        const stretched = getComputedStyle(element, "::after").position === "absolute";
        return (stretched ? element.offsetParent : element).getBoundingClientRect();
      };
      return [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
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
