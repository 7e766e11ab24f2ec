// Draws a poster from a seed. A seed produces the same poster in all browsers and in Node. Letters are outlines similar
// to the display font, so that saved posters need no font.

const PRINTED = "ink";

/** @typedef {[width: number, outline: string]} Letter */

/**
 * Letter outlines, 200 units tall.
 *
 * @type {Record<string, Letter>}
 */
const TYPE = {
  A: [96, "M0 200l30-200h36l30 200h-28l-6-41h-28l-5 41zM38 128h20l-10-83z"],
  B: [
    82,
    "M0 200v-200h30q49 0 49 53 0 34-20 44 23 9 23 47 0 56-53 56zM29 171q22 0 22-31t-22-31zM29 82q22 0 22-26t-22-26z",
  ],
  I: [29, "M0 200v-200h29v200z"],
  K: [88, "M0 200v-200h29v70l26-70h30l-27 66 30 134h-30l-19-91-10 20v71z"],
  M: [110, "M0 200v-200h37l18 124 18-124h37v200h-27v-134l-20 134h-16l-20-134v134z"],
  O: [78, "M0 41q0-43 39-43t39 43v118q0 43-39 43t-39-43zM29 41v118q0 15 10 15t10-15v-118q0-15-10-15t-10 15z"],
  P: [80, "M0 200v-200h29q51 0 51 60t-51 60v80zM29 30v60q22 0 22-30t-22-30z"],
  R: [81, "M0 200v-200h29q52 0 52 58 0 35-20 47l20 95h-30l-16-84h-6v84zM29 30v58q22 0 22-29t-22-29z"],
  S: [
    82,
    "M0 144l29-3q0 34 13 34 12 0 12-20 0-17-15-36l-18-26q-18-24-18-46 0-49 39-49 36 0 39 53l-29 3q0-30-12-30" +
      "-10 0-10 18 0 13 6 22l16 25 20 31q8 14 8 31 0 51-41 51-39 0-39-58z",
  ],
  T: [85, "M28 200v-170h-28v-30h85v30h-28v170z"],
  U: [78, "M0 0v159q0 43 39 43t39-43v-159h-29v159q0 15-10 15t-10-15v-159z"],
  "!": [32, "M7 146l-7-146h32l-8 146zM2 200v-30h28v30z"],
};
const ACUTE = "M35-18l18-24h29l-26 24z";
TYPE.Á = [TYPE.A[0], TYPE.A[1] + ACUTE];

// The studio's short name. Each of its letters needs an outline in `TYPE`.
export const NAME = "OTISK";
const WORDS = ["BAM!", "BAM!", "BUM!", "PRÁSK!", "PRÁSK!", NAME];

// Ink combinations, each with the topmost ink first. Most contain the studio's colours.
const PAPER = "#f6f1e7";
const [INK, SPOT, SUN] = ["#1d1b19", "#d8402a", "#f0b030"];
const INKS = [
  [INK, SPOT, SUN],
  [INK, SPOT, SUN],
  [INK, SUN, SPOT],
  [SPOT, "#24408e", SUN],
  ["#14365c", SPOT, "#8fc1b5"],
  ["#0f5a4a", "#ef7b5a", SUN],
  ["#2b3a8c", "#f0567d", SUN],
];

// The printed area of the sheet. The sheet is 500 by 700 units.
const [EDGE, ACROSS, DOWN] = [30, 440, 600];

/**
 * Returns the seed in a hash such as `#a1b2c3`, or undefined if the hash is not a seed.
 *
 * @param {string} hash
 * @returns {string | undefined}
 */
export const seedOf = (hash) => /^#?([0-9a-f]{6})$/i.exec(hash)?.[1].toLowerCase();

/** @type {(seed: string) => { word: string, svg: string }} */
export function poster(seed) {
  // Returns the next pseudo-random number from 0 to 1 (a hashed Weyl sequence).
  let state = parseInt(seed, 16);
  const roll = () => {
    state += 0x6d2b79f5;
    const mixed = Math.imul(state ^ (state >>> 15), 0x735a2d97);
    return (Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97) >>> 8) / 2 ** 24;
  };
  /** @type {(low: number, high: number) => number} */
  const between = (low, high) => low + roll() * (high - low);
  /** @type {(low: number, high: number) => number} */
  const whole = (low, high) => Math.floor(between(low, high + 1));
  /** @type {<Value>(from: Value[]) => Value} */
  const pick = (from) => from[whole(0, from.length - 1)];

  const word = pick(WORDS);
  const inks = pick(INKS);

  const disc = () => dot(between(130, 370), between(150, 500), between(110, 230));
  const rings = () => {
    const [x, y, gap] = [between(80, 420), between(100, 540), between(16, 36)];
    return lines(
      each(whole(4, 12), (i) => ring(x, y, gap * (i + 0.6))),
      gap / 2,
    );
  };
  const rays = () => {
    const [x, y, n] = [between(60, 440), between(60, 600), whole(9, 22)];
    /** @type {(i: number) => [x: number, y: number]} */
    const far = (i) => [x + 999 * Math.cos((i * Math.PI) / n), y + 999 * Math.sin((i * Math.PI) / n)];
    return area(each(n, (i) => `M${x} ${y}L${far(2 * i)} ${far(2 * i + 1)}z`));
  };
  const halftone = () => {
    const [columns, x, y, reach] = [whole(15, 24), between(0, 500), between(0, 660), between(380, 700)];
    return cells(columns, (cx, cy, size) =>
      dot(cx, cy, Math.max(0, size * 0.66 * (1 - Math.hypot(cx - x, cy - y) / reach))),
    );
  };
  const stripes = () => {
    const [gap, lean] = [between(18, 46), between(-260, 260)];
    return lines(
      each(60, (i) => `M${i * gap - 300} 20l${lean} 630`),
      gap * between(0.3, 0.6),
    );
  };
  const steps = () => {
    const n = whole(4, 9);
    return area(`M30 630${each(n, () => `v${-DOWN / n}h${ACROSS / n}`)}V630z`);
  };
  const moons = () => cells(whole(2, 4), (x, y, size) => dot(x, y, size * between(0.2, 0.5)));
  const shape = () => pick([disc, rings, rays, halftone, stripes, steps, moons])();

  /**
   * Returns a row of letters for each string. `weights` are the rows' relative heights.
   *
   * @type {(texts: string[], weights: number[], gap: number) => string[]}
   */
  const rows = (texts, weights, gap) => {
    const unit = (DOWN - gap * (texts.length - 1)) / weights.reduce((sum, weight) => sum + weight);
    let y = EDGE;
    return texts.map((text, i) => {
      const row = set(text, EDGE, y, ACROSS, weights[i] * unit);
      y += weights[i] * unit + gap;
      return row;
    });
  };

  // Each of these functions returns two layers of the poster, which are printed in different inks.
  const stack = () => {
    const parts = /** @type {string[]} */ (word.match(pick([/[^!]!?/g, /[^!]{1,2}!?/g, /[^!]{1,3}!?/g])));
    const block = rows(
      parts,
      parts.map(() => between(1, 2.6)),
      14,
    ).join("");
    return [block, roll() < 0.3 ? `<g transform="translate(13 11)">${block}</g>` : shape()];
  };
  const echo = () => {
    const [n, growth] = [whole(3, 7), pick([0.7, 0.85, 1, 1.2, 1.4])];
    const all = rows(
      Array(n).fill(word),
      [...Array(n).keys()].map((i) => growth ** i),
      12,
    );
    const [loud] = all.splice(whole(0, n - 1), 1);
    return [all.join(""), loud];
  };
  const tower = () => [turned(word, EDGE, ACROSS), shape()];
  const pair = () => [turned(word, EDGE, between(150, 290)), turned(word, between(200, 290), 180)];
  const slam = () => {
    const [h, y] = [between(200, 340), between(60, 280)];
    return [turn(between(-14, 14), 250, y + h / 2, set(word, 12, y, 476, h)), pick([rays, rays, halftone, rings])()];
  };
  const tiles = () => {
    let i = 0;
    let type = "";
    const under = cells(whole(2, 4), (x, y, s) => {
      const letter = set(word[i++ % word.length], x - s * 0.36, y - s * 0.4, s * 0.72, s * 0.8);
      const corner = `M${x - s / 2} ${y - s / 2}`;
      const tile = pick([
        dot(x, y, s / 2),
        area(`${corner}h${s}v${s}h${-s}z`),
        area(`${corner}h${s}a${s} ${s} 0 0 1 ${-s} ${s}z`),
        area(`${corner}v${s}h${s}z`),
        lines(
          each(4, (i) => `${corner}m0 ${(i + 0.5) * (s / 4)}h${s}`),
          s / 8,
        ),
      ]);
      if (roll() < 0.2) type += tile;
      else type += letter;
      return tile;
    });
    return [type, under];
  };

  const layers = pick([stack, stack, echo, tower, pair, slam, slam, tiles])();
  if (roll() < 0.35) layers.push(pick([disc, moons, rings, stripes])());

  // Shifts each layer slightly, like an imprecise printing press.
  const printed = layers.map((layer, i) =>
    inked(inks[i], layer, `class="${PRINTED}" transform="translate(${between(-4, 4)} ${between(-4, 4)})"`),
  );
  const dust = each(120, () => `M${between(0, 500)} ${between(0, 640)}l${each(6, () => `${between(-1.5, 1.5)} `)}z`);
  const grain = each(50, () => `M${between(20, 480)} ${between(0, 600)}q${between(-4, 4)} 40 0 ${between(50, 160)}`);
  const number = each(6, (i) => `M${438 + i * 6} 668v${-2 - parseInt(seed[i], 16)}`);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 700">` +
    `<title>${word} ${seed}</title>` +
    `<path fill="${PAPER}" d="M0 0h500v700H0z"/><svg width="500" height="642">${printed.reverse().join("")}</svg>` +
    inked(PAPER, area(dust) + lines(grain, 0.6), "") +
    inked(inks[0], set(NAME, EDGE, 652, 40, 16) + lines(number, 4), "") +
    "</svg>";
  return { word, svg: svg.replace(/\d+\.\d+(e-\d+)?/g, (value) => `${+(+value).toFixed(2)}`) };
}

/**
 * Returns the poster as an SVG file, with the CSS rules that pages get from the site's style sheet.
 *
 * @param {string} svg
 */
export const asFile = (svg) =>
  svg.replace("<title>", `<style>:root{isolation:isolate}.${PRINTED}{mix-blend-mode:multiply}</style><title>`);

/** @type {(n: number, make: (i: number) => string) => string} */
const each = (n, make) => Array.from({ length: n }, (_, i) => make(i)).join("");
/** @type {(d: string) => string} */
const area = (d) => `<path d="${d}"/>`;
/** @type {(d: string, width: number) => string} */
const lines = (d, width) => `<path fill="none" stroke-width="${width}" d="${d}"/>`;
/** @type {(x: number, y: number, r: number) => string} */
const dot = (x, y, r) => `<circle cx="${x}" cy="${y}" r="${r}"/>`;
/** @type {(ink: string, inner: string, more: string) => string} */
const inked = (ink, inner, more) => `<g fill="${ink}" stroke="${ink}" stroke-width="0" ${more}>${inner}</g>`;
/** @type {(x: number, y: number, r: number) => string} */
const ring = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0 ${-2 * r} 0`;
/** @type {(angle: number, x: number, y: number, inner: string) => string} */
const turn = (angle, x, y, inner) => `<g transform="rotate(${angle} ${x} ${y})">${inner}</g>`;

/**
 * Returns a grid of square cells that fills the printed area. `make` draws one cell.
 *
 * @type {(columns: number, make: (x: number, y: number, size: number) => string) => string}
 */
const cells = (columns, make) => {
  const size = ACROSS / columns;
  return each(columns * Math.floor(columns * 1.36), (i) =>
    make(EDGE + ((i % columns) + 0.5) * size, EDGE + (Math.floor(i / columns) + 0.5) * size, size),
  );
};

/**
 * Returns a word's outlines, scaled to fill a box. Accents fit into the box, too.
 *
 * @type {(text: string, x: number, y: number, w: number, h: number) => string}
 */
const set = (text, x, y, w, h) => {
  const all = [...text].map((letter) => TYPE[letter]);
  const sx = w / all.reduce((sum, [width]) => sum + width + 12, -12);
  const rise = text.includes("Á") ? 44 : 0;
  const sy = h / (200 + rise);
  return all
    .map(([width, outline]) => {
      const path = `<path transform="matrix(${sx} 0 0 ${sy} ${x} ${y + rise * sy})" d="${outline}"/>`;
      x += (width + 12) * sx;
      return path;
    })
    .join("");
};

/**
 * Returns a word's outlines, rotated so that the word reads from bottom to top.
 *
 * @type {(word: string, x: number, w: number) => string}
 */
const turned = (word, x, w) => `<g transform="matrix(0-1 1 0 ${x} 630)">${set(word, 0, 0, DOWN, w)}</g>`;
