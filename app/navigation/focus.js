// Moves the focus during navigation.
import Router from "next/router";
import { focusElement } from "$/app/browser/focus.js";

export function manageFocus() {
  Router.events.on("beforeHistoryChange", blur);
  for (const type of /** @type {const} */ (["routeChangeComplete", "hashChangeComplete"])) {
    Router.events.on(type, focusTarget);
  }
}

/**
 * Removes the focus before Next replaces the page. Otherwise, Chromium would first restyle the old page.
 *
 * @param {string} _url
 * @param {{ shallow: boolean }} options
 */
function blur(_url, { shallow }) {
  if (!shallow) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

/**
 * Focuses the element that the URL's hash names, so that the Tab key continues at this element. Does nothing in
 * full-page sections, because app/extras/fullpage/sections.js sets the focus there.
 */
function focusTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target || target.contains(document.activeElement) || target.closest(".fp-enabled")) return;
  focusElement(target);
}
