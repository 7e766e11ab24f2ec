// Around every page: fetches what looks after the service worker when the page is loaded and has nothing else to do.
import { useRouter } from "next/router";
import { useEffect, useState } from "react";
import { languageOf } from "$/pwa/replacements/language.js";

const afterLoad = (task) => {
  const whenIdle = () => (window.requestIdleCallback || setTimeout)(task);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
};

// Under `next dev` there is no worker, and none is wanted.
const load = async () => {
  if (process.env.NODE_ENV !== "production" || !navigator.serviceWorker) return null;
  return import(/* webpackChunkName: "worker" */ "./notices").catch(() => null);
};

export function Worker({ labels, looks, children }) {
  const [loaded, setLoaded] = useState(null);
  const language = languageOf(useRouter().pathname);

  useEffect(() => afterLoad(() => load().then(setLoaded)), []);

  return (
    <>
      {children}
      {loaded && <loaded.Notices language={language} labels={labels[language]} looks={looks} />}
    </>
  );
}
