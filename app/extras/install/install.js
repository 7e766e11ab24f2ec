// Offers to install the site as an app. Hides the offer after the visitor has accepted or declined, and while an update
// is pending. In Safari on iOS, scripts cannot install apps, so the offer contains instructions.
import { useRef, useState } from "react";
import { rememberFocus, returnFocus } from "$/app/browser/focus.js";
import { local } from "$/app/browser/storage.js";
import { extra } from "$/app/guard/extra.js";
import { useExtra, withBoundary } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";
import { handover } from "$/app/start/handover.js";

const KEY = "install";
const IOS = /Mac OS X.+Version\/.+Safari/; // iPads identify as Macs, but Macs have no touch screen

const early = extra("install");
/** @type {unknown} */
let waiting; // whether an update is pending
/** @type {string | null} */
let answered;
/** @type {(offered: string) => void} */
let show = () => {};

const offer = () => {
  answered ||= local.getItem(KEY);
  if (waiting || answered || navigator.standalone || matchMedia("(display-mode: standalone)").matches) return "";
  return handover.offer ? "install" : navigator.maxTouchPoints && IOS.test(navigator.userAgent) ? "ios" : "";
};

const update = () => show(offer());

const close = () => {
  answered = "yes";
  local.setItem(KEY, answered);
  update();
};

const install = async () => {
  try {
    await handover.offer?.prompt();
    await handover.offer?.userChoice;
  } catch {} // `prompt` throws an error when called twice
};

if (typeof window !== "undefined") {
  early.run(() => {
    early.listen(window, "beforeinstallprompt", update);
    early.listen(window, "worker:waiting", () => {
      waiting = true;
      update();
    });
    early.listen(window, "appinstalled", close);
    early.listen(window, "storage", update); // the visitor might have accepted or declined in another tab
  });
}

/** @typedef {{ labels: Record<string, string>, looks: Record<string, string> }} Props */

export const Install = withBoundary("install", Offered);

/** @param {Props} props */
function Offered({ labels, looks }) {
  const [offered, setOffered] = useState("");
  const { on, guard } = useExtra("install", ({ run }) => {
    run(async () => {
      waiting ||= (await registration())?.waiting;
      show = setOffered;
      update();
    });
  });
  return on && offered && <Offer offered={offered} labels={labels} looks={looks} guard={guard} />;
}

// Resolves to null if service workers are unsupported or blocked.
const registration = async () => {
  try {
    return await navigator.serviceWorker.getRegistration();
  } catch {
    return null;
  }
};

/** @param {Props & { offered: string, guard: import("$/app/guard/extra.js").Extra["guard"] }} props */
function Offer({ offered, labels: bundled, looks, guard }) {
  const labels = useLabels("install", bundled);
  const box = useRef(/** @type {HTMLParagraphElement | null} */ (null));
  const dismiss = () => {
    returnFocus(box.current);
    close();
  };
  const accept = async () => {
    await install();
    dismiss();
  };
  return (
    <p className={looks.offer} ref={box} onFocus={guard(rememberFocus)}>
      {offered === "ios" ? (
        labels.ios
      ) : (
        <button className={looks.button} onClick={guard(accept)}>
          {labels.install}
        </button>
      )}
      <button className={looks.button} onClick={guard(dismiss)}>
        {labels.dismiss}
      </button>
    </p>
  );
}
