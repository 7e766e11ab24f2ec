// Opens the pictures of the figures in it large. The address of an open one ends in #id/large, id being its figure's;
// no id has a slash. Everything about a picture is read from its figure.
import Router from "next/router";
import { useRef } from "react";
import { isModified } from "$/app/browser/clicks.js";
import { entries } from "$/app/browser/history.js";
import { connection } from "$/app/browser/network.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";

const LARGE = /^#([\w-]+)\/large$/;
const DENSE = 2; // image pixels for a CSS pixel at most
const FLICK = { time: 250, way: 20 }; // milliseconds, pixels

export function Gallery(props) {
  return (
    <Extra name="gallery" otherwise={<div>{props.children}</div>}>
      <Hung {...props} />
    </Extra>
  );
}

function Hung({ labels: bundled, looks, children }) {
  const labels = useLabels("gallery", bundled);
  const root = useRef(null);
  useExtra("gallery", (self) => hang(self, root.current, labels, looks));
  return (
    <div ref={root}>
      {children}
      <dialog className={looks.dialog}>
        <div className={looks.bar}>
          <p className={looks.position} aria-live="polite" />
          <button className={looks.close}>{labels.close}</button>
        </div>
        <div className={looks.stage}>
          <ul className={looks.row} />
        </div>
        <div className={looks.caption} aria-live="polite" />
        <div className={looks.steps}>
          <button className={looks.step} value="-1">
            {labels.previous}
          </button>
          <button className={looks.step} value="1">
            {labels.next}
          </button>
        </div>
      </dialog>
    </div>
  );
}

// Makes the figures in `root` open; returns what undoes it.
function hang({ guard, listen }, root, labels, looks) {
  const figures = [...root.querySelectorAll("figure[id]")];
  const images = figures.map((figure) => figure.querySelector("picture img"));
  const links = images.map((image) => image.closest("a"));
  const dialog = root.querySelector("dialog");
  const [bar, stage, caption, tools] = dialog.children;
  const [position] = bar.children;
  const [row] = stage.children;
  const steps = [...tools.children];
  const page = location.pathname + location.search;
  let index = -1;
  let held = null; // where and when the finger came down

  const addressed = () => {
    const id = LARGE.exec(location.hash)?.[1];
    return figures.findIndex((figure) => figure.id === id);
  };

  // Next keeps its own state in the history entry; without it, Back and Forward would show the wrong page.
  const record = (method, hash, more) => {
    const as = page + hash;
    return entries[method]({ ...entries.state, ...more, as }, as);
  };
  const address = () => `#${figures[index].id}/large`;

  const place = (moved = 0, calm = true) => {
    row.style.transition = calm ? "none" : "";
    row.style.transform = `translateX(calc(${-100 * index}% + ${moved}px))`;
  };

  // What the page has loaded is taken again where it is wide enough.
  const fit = (at) => {
    const picture = row.children[at].firstChild;
    if (!picture) return;
    const width = picture.lastElementChild.offsetWidth;
    const loaded = images[at].naturalWidth; // in CSS pixels, as wide as its sizes say
    const wanted = loaded >= width ? loaded : Math.ceil(width * Math.min(1, DENSE / devicePixelRatio));
    for (const source of picture.children) source.sizes = `${wanted}px`;
  };

  const fill = (at) => {
    const cell = row.children[at];
    if (!cell || cell.firstChild) return;
    const shown = images[at];
    const picture = shown.parentNode.cloneNode(true);
    const image = picture.lastElementChild;
    picture.className = looks.picture;
    image.className = looks.image;
    image.style.setProperty("--ratio", shown.getAttribute("width") / shown.getAttribute("height"));
    if (shown.naturalWidth) image.style.backgroundImage = `url("${shown.currentSrc}")`;
    image.fetchPriority = at === index ? "high" : "low";
    image.onerror = guard(async () => {
      image.onerror = null;
      shown.loading = "eager";
      await shown.decode().catch(() => {});
      image.src = shown.currentSrc;
      while (picture.firstChild !== image) picture.firstChild.remove();
    });
    cell.append(picture);
    fit(at);
    image.loading = "eager"; // last: it starts with the sizes that it finds
  };

  const show = (to) => {
    const calm = !dialog.open || Math.abs(to - index) > 1;
    index = to;
    if (!dialog.open) dialog.showModal();
    fill(index);
    if (!connection().saveData) [1, -1].forEach((step) => fill(index + step));
    place(0, calm);
    [...row.children].forEach((cell, at) => {
      cell.inert = at !== index;
    });
    steps.forEach((step) => {
      step.ariaDisabled = !figures[index + Number(step.value)];
    });
    caption.innerHTML = figures[index].querySelector("figcaption").innerHTML;
    dialog.ariaLabel = caption.firstElementChild.textContent;
    position.textContent = labels.position.replace("{number}", index + 1).replace("{count}", figures.length);
  };

  const go = (to) => {
    if (!figures[to]) return place(0, false);
    show(to);
    record("replace", address());
  };

  // After the browser has scrolled to where the page stood, as it does on its way back.
  const leave = () =>
    requestAnimationFrame(
      guard(() => {
        if (dialog.open) return;
        links[index]?.focus();
        index = -1;
        [...row.children].forEach((cell) => cell.replaceChildren());
      }),
    );

  const follow = () => {
    const to = addressed();
    if (to >= 0) show(to);
    else if (dialog.open) dialog.close();
    else leave();
  };

  const closed = () => {
    if (location.pathname + location.search !== page) return leave(); // the address is another page's by now
    if (addressed() >= 0 && entries.state?.large) return entries.back();
    if (addressed() >= 0) record("replace", "");
    leave();
  };

  const release = (event) => {
    if (!held) return;
    const moved = event.clientX - held.clientX;
    const way = event.timeStamp - held.timeStamp < FLICK.time ? FLICK.way : stage.clientWidth / 4;
    held = null;
    go(event.type === "pointerup" && Math.abs(moved) > way ? index - Math.sign(moved) : index);
  };

  const isZoomed = () => window.visualViewport?.scale > 1;

  const KEYS = {
    ArrowLeft: () => index - 1,
    ArrowRight: () => index + 1,
    Home: () => 0,
    End: () => figures.length - 1,
  };

  if (!dialog.showModal) throw new Error("The browser has no dialogs");
  row.append(...figures.map(() => Object.assign(document.createElement("li"), { className: looks.cell })));
  listen(root, "click", (event) => {
    const at = links.indexOf(event.target.closest("a"));
    if (at < 0 || isModified(event)) return;
    show(at);
    event.preventDefault(); // now that it is open: else the link leads on
    record("push", address(), { large: true });
  });
  listen(dialog, "click", ({ target }) => {
    const button = target.closest("button");
    if (button?.value) go(index + Number(button.value));
    else if (button || target === dialog || target.parentNode === row) dialog.close();
  });
  listen(dialog, "keydown", (event) => {
    if (!KEYS[event.key] || isModified(event)) return;
    event.preventDefault();
    go(KEYS[event.key]());
  });
  listen(dialog, "close", closed);
  listen(stage, "pointerdown", (event) => {
    if (event.isPrimary && event.pointerType !== "mouse" && !isZoomed()) held = event;
  });
  listen(stage, "pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const moved = event.clientX - held.clientX;
    place(figures[index - Math.sign(moved)] ? moved : moved / 4);
  });
  listen(stage, "pointerup", release);
  listen(stage, "pointercancel", release);
  listen(window, "resize", () => images.forEach((_, at) => fit(at)));
  // Who has zoomed in moves about in the picture.
  if (window.visualViewport)
    listen(visualViewport, "resize", () => {
      stage.style.touchAction = isZoomed() ? "auto" : "";
    });
  listen(window, "popstate", follow);
  // Next would scroll to the top; on this page the way back and forward is ours.
  Router.beforePopState(({ as }) => as.split("#")[0] !== page);
  if (addressed() >= 0) show(addressed());

  return () => {
    if (dialog.open) dialog.close();
    Router.beforePopState(() => true);
    row.replaceChildren();
  };
}
