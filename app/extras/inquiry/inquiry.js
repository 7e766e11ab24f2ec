// Loads the inquiry form's script.
import { startAlone } from "$/app/guard/extra.js";
import { Extra, useExtra } from "$/app/guard/react.js";

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
      const { enhance } = await import(/* webpackChunkName: "inquiry" */ "./form.js");
      if (isShown) await enhance(self);
    })();
  });
  return null;
}

startAlone("inquiry", async (self) => {
  const { enhance } = await import(/* webpackChunkName: "inquiry" */ "./form.js");
  await enhance(self);
});
