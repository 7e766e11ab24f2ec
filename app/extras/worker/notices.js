// Notices: once that the site is kept for use without a network, that a new version waits, and whether there is a
// network.
import { useState } from "react";
import { isOnline } from "$/app/browser/network.js";
import { memory, Notice } from "$/app/extras/notice/notice.js";
import { useExtra } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";
import { handover } from "$/app/start/handover.js";
import { accept, ifReady, speak } from "./watch.js";

// The first one with a value is shown. The value stands for what has happened: a closed notice stays closed until it
// changes.
const ORDER = ["waiting", "offline", "online", "ready"];

/** @typedef {{ labels: Record<string, string>, looks: Record<string, string> }} Props texts and class names */

/** @param {Props & { language: string }} props */
export function Notices({ language, labels, looks }) {
  const [news, setNews] = useState(/** @type {Record<string, string | null>} */ ({}));

  const { guard } = useExtra("notices", ({ guard, listen }) => {
    /** @param {Record<string, string | null>} change */
    const say = (change) => setNews((known) => ({ ...known, ...change }));
    /** @type {(name: string, value: string | null) => void} */
    const put = (name, value) => say({ [name]: memory.get(name) === value ? null : value });
    const network = () => {
      const online = isOnline();
      if (online) memory.set("offline", null);
      put("offline", online ? null : "yes");
      return online;
    };
    const waits = () => put("waiting", handover.workerBuilds.waiting ?? null);
    const ready = () => {
      if (!memory.get("ready")) say({ ready: "yes" });
      memory.set("ready", "yes");
    };
    /** @type {{ [Type in keyof PageEvents]?: (event: PageEvents[Type]) => unknown }} */
    const listeners = {
      "worker:waiting": waits,
      "worker:offline-ready": ready,
      "online": () => network() && say({ online: "yes" }),
      "offline": () => network() || say({ online: null }),
    };
    for (const [name, listener] of Object.entries(listeners)) {
      // The loop loses which event goes with which name.
      listen(window, /** @type {"online"} */ (name), /** @type {(event: Event) => unknown} */ (listener));
    }
    network();
    if (handover.workerBuilds.waiting) waits();
    // The event may have come to a page that the visitor has only read.
    if (!memory.get("ready")) ifReady(guard(ready));
  });

  useExtra("worker", () => void speak(language), { inputs: [language] });

  const name = ORDER.find((each) => news[each]);
  const close = () => {
    const closed = /** @type {string} */ (name);
    memory.set(closed, closed === "online" ? null : news[closed]);
    setNews({ ...news, [closed]: null });
  };
  return <Told key={language} name={name} labels={labels} looks={looks} onClose={guard(close)} />;
}

/** @param {Props & { name?: string, onClose: () => void }} props */
function Told({ name, labels: bundled, looks, onClose }) {
  const labels = useLabels("worker", bundled);
  return (
    <Notice
      looks={looks}
      text={labels[/** @type {string} */ (name)]}
      action={name === "waiting" && labels.refresh}
      onAction={accept}
      close={labels.close}
      onClose={onClose}
    />
  );
}
