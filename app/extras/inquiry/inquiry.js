// Fetches what the form can do with JavaScript.
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
    let isHere = true;
    self.later(() => {
      isHere = false;
    });
    self.guard(async () => {
      const { enhance } = await import(/* webpackChunkName: "inquiry" */ "./form.js");
      if (isHere) await enhance(self); // else the form on the page is another one, with its own script
    })();
  });
  return null;
}

startAlone("inquiry", async (self) => {
  const { enhance } = await import(/* webpackChunkName: "inquiry" */ "./form.js");
  await enhance(self);
});
