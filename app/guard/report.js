// What is told of errors, and to whom: Sentry, once it is there and as long as settings ask for it. Until then it is held.
import { isCrawler } from "./crawlers.js";

const MOST = 30; // reports that are held

const held = [];
const told = new Set(); // names of what has failed
let send = (...report) => held.length < MOST && held.push(report);

/** Tells Sentry of an error; `type` is where it came from, `handled` whether the page goes on. Never fails itself. */
export function report(error, type, handled = false) {
  if (isCrawler) return;
  try {
    send(error, { type, handled });
  } catch (failed) {
    console.warn(failed);
  }
}

/** Tells once for each document that something which the page can do without is off, and why. */
export function tell(name, error) {
  if (told.has(name)) return;
  told.add(name);
  console.warn(`The extra "${name}" is off:`, error);
  report(error, name, true);
}

/** From now on `sender` takes reports, those that were held first. */
export function connect(sender) {
  send = sender;
  for (const each of held.splice(0)) report(each[0], each[1].type, each[1].handled);
}
