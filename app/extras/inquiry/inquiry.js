// Loads the inquiry form's script.
import { saveEarlyInput } from "$/app/browser/early_input.js";
import { loadScript } from "$/app/browser/scripts.js";
import { session } from "$/app/browser/storage.js";
import { hasFailed, startAlone } from "$/app/guard/extra.js";
import { useExtra, withBoundary } from "$/app/guard/react.js";

const load = () => import(/* webpackChunkName: "inquiry" */ "./form.js");

export const Inquiry = withBoundary("inquiry", Loaded);

// Uses a layout effect, because a plain effect's cleanup might run after the next page's form has appeared.
function Loaded() {
  useExtra("inquiry", start, { layout: true });
  return null;
}

/** @param {import("$/app/guard/extra.js").Extra} self */
function start(self) {
  let isShown = true;
  let isEnhanced = false;
  self.onEnd(() => {
    isShown = false;
    if (!isEnhanced && !hasFailed("inquiry")) saveEarlyInput(() => session);
  });
  self.guard(async () => {
    const { enhance } = await loadScript(self, load);
    if (isShown) await enhance(self);
    isEnhanced = isShown;
  })();
}

startAlone("inquiry", start);
