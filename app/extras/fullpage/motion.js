// One run of fullpage.js on a container of sections, from its start to an end that leaves nothing behind.
import create from "fullpage.js/dist/fullpage.js"; // a new library at each call, see pwa/seam/fullpage-loader.js
import { entries } from "$/app/browser/history.js";
import { placeOf, position } from "./place.js";

// docs/contract.md, "Full-page sections". The 400 ms after which it adapts to another size of the window are its own.
const SCROLLING_SPEED = 700; // ms
const TOUCH_SENSITIVITY = 5; // percent of the window
const FIT_TO_SECTION_DELAY = 600; // ms

// `entered` is told of every section that is reached, `moved` of every slide.
export function run(root, start, credits, { entered, moved }) {
  let running = true; // it may report an arrival after its end
  let api;

  const initialise = () => {
    for (const panel of [start.section, start.slide]) panel?.classList.add("active"); // start there, without a movement
    const FullPage = create();
    api = new FullPage(root, {
      licenseKey: "gplv3-license",
      credits: { enabled: true, label: credits },
      scrollingSpeed: SCROLLING_SPEED,
      touchSensitivity: TOUCH_SENSITIVITY,
      fitToSectionDelay: FIT_TO_SECTION_DELAY,
      loopHorizontal: false,
      controlArrows: false, // the slides have links
      verticalCentered: false,
      scrollOverflowMacStyle: false,
      lazyLoading: false,
      lockAnchors: true, // the hash is ours (see place.js): its own way sets Next's state to null
      observer: false,
      afterLoad: (_, { item }) => running && entered({ section: item, slide: item.querySelector(".slide.active") }),
      afterSlideLoad: (_section, _slide, { item }) => running && moved(placeOf(item)),
    });
    root.querySelector("footer")?.append(root.querySelector(".fp-watermark")); // with what belongs to no section
  };

  const listeners = [];
  const forget = () => listeners.forEach(([target, listener]) => target.removeEventListener(...listener));
  try {
    collect(listeners, initialise);
  } catch (error) {
    running = false;
    forget();
    undress(root);
    throw error;
  }

  return {
    go: (place) => api.moveTo(...position(root, place)),
    at: () => placeOf(root.querySelector(".section.active .slide.active") || root.querySelector(".section.active")),
    end() {
      running = false;
      const { href } = location;
      const { state } = entries;
      try {
        api.destroy("all");
      } finally {
        forget();
      }
      entries.replace(state, href); // it has set the state to null
    },
  };
}

// Runs `task` and puts every listener that it adds among the `added`: `destroy` forgets some of them.
function collect(added, task) {
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...listener) {
    added.push([this, listener]);
    return addEventListener.apply(this, listener);
  };
  try {
    task();
  } finally {
    EventTarget.prototype.addEventListener = addEventListener;
  }
}

// Takes off what a start that was cut short has put on: wrappers, classes, sizes. The page scrolls natively again.
function undress(root) {
  root.querySelectorAll(".fp-overflow, .fp-slidesContainer, .fp-slides").forEach((each) => each.replaceWith(...each.childNodes));
  for (const element of [document.documentElement, document.body, root, ...root.querySelectorAll(".section, .slide, .slides")]) {
    element.classList.remove(...[...element.classList].filter((name) => /^(fp-(?!auto-height)|fullpage-|active$)/.test(name)));
    element.removeAttribute("style");
  }
}
