// Offers to install the site, once: the browser's own offer is held back until the visitor takes ours. Safari on iOS
// makes none, there the way is described. Nothing is offered while an update of the site waits.
import { useEffect, useState } from "react";
import { useLabels } from "$/app/i18n/client.js";

const KEY = "install";
const IOS = /Mac OS X.+Version\/.+Safari/; // an iPad says that it is a Mac, which has no touch screen

let held; // the browser's offer
let waiting; // whether an update does
let answered;
let show = () => {}; // puts what is to be offered on the page

const offer = () => {
  // The storage may be closed to the site; then the answer is kept for as long as the document lives.
  try {
    answered ||= localStorage.getItem(KEY);
  } catch {}
  if (waiting || answered || navigator.standalone || matchMedia("(display-mode: standalone)").matches) return "";
  return held ? "install" : navigator.maxTouchPoints && IOS.test(navigator.userAgent) ? "ios" : "";
};

const tell = () => show(offer());

const close = () => {
  answered = "yes";
  try {
    localStorage.setItem(KEY, answered);
  } catch {}
  tell();
};

const install = async () => {
  try {
    await held.prompt();
    await held.userChoice;
  } catch {} // it was asked already
  close();
};

// At once: the browser may make its offer before the page is hydrated.
if (typeof window !== "undefined") {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    held = event;
    tell();
  });
  addEventListener("worker:waiting", () => {
    waiting = true;
    tell();
  });
  addEventListener("appinstalled", close);
  addEventListener("storage", tell); // answered in another tab
}

export function Install({ labels, looks }) {
  const [offered, setOffered] = useState("");

  useEffect(() => {
    (async () => {
      try {
        waiting ||= (await navigator.serviceWorker.getRegistration()).waiting;
      } catch {} // there is no worker
      show = setOffered;
      tell();
    })();
  }, []);

  return offered && <Offer offered={offered} labels={labels} looks={looks} />;
}

function Offer({ offered, labels: bundled, looks }) {
  const labels = useLabels("install", bundled);
  return (
    <p className={looks.offer}>
      {offered === "ios" ? labels.ios : <button className={looks.button} onClick={install}>{labels.install}</button>}
      <button className={looks.button} onClick={close}>{labels.dismiss}</button>
    </p>
  );
}
