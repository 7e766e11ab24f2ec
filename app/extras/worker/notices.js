// Shows notices about lost inquiries, updates and the network. Announces once that the site works offline.
import { useState } from "react";
import { isOnline } from "$/app/browser/network.js";
import { answers, Notice } from "$/app/extras/notice/notice.js";
import { useExtra } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";
import { handover } from "$/app/start/handover.js";
import { acceptUpdate, ifReady, sendLanguage } from "./messages.js";

// Notices in order of priority. Only the first active one is shown. A closed notice returns only after another update,
// network failure or lost inquiry.
const ORDER = ["lost", "waiting", "offline", "online", "ready"];
const ANSWER_MS = 500; // how long to wait for the service worker

/** @typedef {{ labels: Record<string, string>, looks: Record<string, string>, form: string }} Props */

/** @param {Props & { language: string }} props */
export function Notices({ language, labels, looks, form }) {
  const [notices, setNotices] = useState(/** @type {Record<string, string | null>} */ ({}));

  const { guard } = useExtra("notices", ({ guard, listen, after }) => {
    /** @param {Record<string, string | null>} change */
    const show = (change) => setNotices((known) => ({ ...known, ...change }));
    /** @type {(name: string, value: string | null) => void} */
    const showUnlessClosed = (name, value) => show({ [name]: answers.get(name) === value ? null : value });
    let isOfflineKnown = false; // whether a notice has reported that the network is lost
    const updateNetwork = () => {
      const isBack = isOnline() && isOfflineKnown;
      if (isOnline()) {
        isOfflineKnown = false;
        answers.set("offline", null);
        show({ offline: null, readable: null });
      } else {
        show({ online: null });
        if (navigator.serviceWorker?.controller) ifReady(guard(() => showOffline({ readable: "yes" })));
        after(ANSWER_MS, showOffline);
      }
      return isBack;
    };
    // Shows the complete text in one step, because screen readers announce each change.
    const showOffline = (known = {}) => {
      if (isOnline()) return;
      isOfflineKnown = true;
      show(known);
      showUnlessClosed("offline", "yes");
    };
    const waiting = () => handover.workerEvents.filter(([name]) => name === "waiting").pop()?.[2];
    const waits = () => showUnlessClosed("waiting", waiting() ?? null);
    const lose = () => {
      const lost = handover.lostInquiries || null;
      const closed = answers.get("lost")?.split(" ");
      show({ lost: lost?.split(" ").every((id) => closed?.includes(id)) ? null : lost });
    };
    const ready = () => {
      if (!answers.get("ready")) show({ ready: "yes" });
      answers.set("ready", "yes");
    };
    listen(window, "inquiries:lost", lose);
    listen(window, "worker:waiting", waits);
    listen(window, "worker:offline-ready", ready);
    listen(window, "online", () => updateNetwork() && show({ online: "yes" }));
    listen(window, "offline", updateNetwork);
    listen(window, "pageshow", updateNetwork); // a page in the back/forward cache misses `online` and `offline` events
    updateNetwork();
    lose();
    if (waiting()) waits();
    // Asks the service worker for its state, because `worker:offline-ready` might have occurred on an earlier page.
    if (!answers.get("ready")) ifReady(guard(ready));
  });

  useExtra("worker", () => void sendLanguage(language), { inputs: [language] });

  const name = ORDER.find((each) => notices[each]);
  const label = name === "offline" && notices.readable ? "readable" : name;
  const close = () => {
    const closed = /** @type {string} */ (name);
    answers.set(closed, closed === "online" ? null : notices[closed]);
    setNotices({ ...notices, [closed]: null });
  };
  return (
    <CurrentNotice
      key={language}
      name={name}
      label={label}
      labels={labels}
      looks={looks}
      form={form}
      onClose={guard(close)}
    />
  );
}

/** @param {Props & { name?: string, label?: string, onClose: () => void }} props */
function CurrentNotice({ name, label, labels: bundled, looks, form, onClose }) {
  const labels = useLabels("worker", bundled);
  return (
    <Notice
      name="notices"
      looks={looks}
      text={labels[/** @type {string} */ (label)]}
      action={{ waiting: labels.refresh, lost: labels.form }[/** @type {string} */ (name)]}
      onAction={acceptUpdate}
      href={name === "lost" && form}
      close={labels.close}
      onClose={onClose}
    />
  );
}
