// Offers to install the site, once: the browser's own offer is held back until the visitor takes ours. Safari on iOS
// makes none, there the way is described. Nothing is offered while an update of the site waits.
import { useState } from "react";
import { matches } from "$/app/browser/media.js";
import { local } from "$/app/browser/storage.js";
import { extra } from "$/app/guard/extra.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";

const KEY = "install";
const IOS = /Mac OS X.+Version\/.+Safari/; // an iPad says that it is a Mac, which has no touch screen

const early = extra("install");
let held; // the browser's offer
let waiting; // whether an update does
let answered; // the storage may be closed: then for as long as the document lives
let show = () => {}; // puts what is to be offered on the page

const offer = () => {
  answered ||= local.getItem(KEY);
  if (waiting || answered || navigator.standalone || matches("(display-mode: standalone)")) return "";
  return held ? "install" : navigator.maxTouchPoints && IOS.test(navigator.userAgent) ? "ios" : "";
};

const look = () => show(offer());

const close = () => {
  answered = "yes";
  local.setItem(KEY, answered);
  look();
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
  early.run(() => {
    early.listen(window, "beforeinstallprompt", (event) => {
      event.preventDefault();
      held = event;
      look();
    });
    early.listen(window, "worker:waiting", () => {
      waiting = true;
      look();
    });
    early.listen(window, "appinstalled", close);
    early.listen(window, "storage", look); // answered in another tab
  });
}

export function Install(props) {
  return (
    <Extra name="install">
      <Offered {...props} />
    </Extra>
  );
}

function Offered({ labels, looks }) {
  const [offered, setOffered] = useState("");
  const { on, guard } = useExtra("install", ({ run }) => {
    run(async () => {
      waiting ||= (await registration())?.waiting;
      show = setOffered;
      look();
    });
  });
  return on && offered && <Offer offered={offered} labels={labels} looks={looks} guard={guard} />;
}

// None where the browser has no workers, or keeps them from the site.
const registration = async () => {
  try {
    return await navigator.serviceWorker.getRegistration();
  } catch {
    return null;
  }
};

function Offer({ offered, labels: bundled, looks, guard }) {
  const labels = useLabels("install", bundled);
  return (
    <p className={looks.offer}>
      {offered === "ios" ? (
        labels.ios
      ) : (
        <button className={looks.button} onClick={guard(install)}>
          {labels.install}
        </button>
      )}
      <button className={looks.button} onClick={guard(close)}>
        {labels.dismiss}
      </button>
    </p>
  );
}
