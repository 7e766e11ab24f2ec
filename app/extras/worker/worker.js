// Around every page: fetches what looks after the service worker when the page is loaded and has nothing else to do.
import { useRouter } from "next/router";
import { useState } from "react";
import { afterLoad } from "$/app/browser/idle.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import { languageOf } from "$/app/i18n/language.js";

export function Worker(props) {
  return (
    <Extra name="notices">
      <Loaded {...props} />
    </Extra>
  );
}

function Loaded({ labels, looks }) {
  const [loaded, setLoaded] = useState(null);
  const language = languageOf(useRouter().pathname);

  useExtra("notices", ({ guard }) => {
    // Under `next dev` there is no worker, and none is wanted.
    if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
    afterLoad(guard(async () => setLoaded(await import(/* webpackChunkName: "worker" */ "./notices"))));
  });

  return loaded && <loaded.Notices language={language} labels={labels[language]} looks={looks} />;
}
