// Loads the script of the inquiry form.
import { retryIfLeft } from "$/app/browser/leaving.js";
import { startAlone } from "$/app/guard/extra.js";
import { Extra, useExtra } from "$/app/guard/react.js";

const load = () => import(/* webpackChunkName: "inquiry" */ "./form.js");

/** @param {object} props */
export function Inquiry(props) {
  return (
    <Extra name="inquiry">
      <Loaded {...props} />
    </Extra>
  );
}

function Loaded() {
  useExtra("inquiry", (self) => {
    let isShown = true;
    self.onEnd(() => {
      isShown = false;
    });
    self.guard(async () => {
      const { enhance } = await retryIfLeft(load);
      if (isShown) await enhance(self);
    })();
  });
  return null;
}

startAlone("inquiry", async (self) => {
  const { enhance } = await retryIfLeft(load);
  await enhance(self);
});
