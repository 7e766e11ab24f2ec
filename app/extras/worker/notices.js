// What the visitor is told: once that the site is kept, that a new version waits, and whether there is a network.
import { useState } from "react";
import { isOnline } from "$/app/browser/network.js";
import { memory, Notice } from "$/app/extras/notice/notice.js";
import { useExtra } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";
import { accept, speak, watch } from "./watch.js";

// The first that there is anything to say about is shown. Its value stands for what has happened: putting it aside
// holds until that changes.
const ORDER = ["waiting", "offline", "online", "ready"];

export function Notices({ language, labels, looks }) {
  const [news, setNews] = useState({});

  const { guard } = useExtra("notices", ({ listen }) => {
    const say = (change) => setNews((known) => ({ ...known, ...change }));
    const put = (name, value) => say({ [name]: memory.get(name) === value ? null : value });
    const network = () => {
      const online = isOnline();
      if (online) memory.set("offline", null);
      put("offline", online ? null : "yes");
      return online;
    };
    const listeners = {
      "worker:waiting": ({ detail }) => put("waiting", detail.build),
      "worker:offline-ready": () => {
        if (!memory.get("ready")) say({ ready: "yes" });
        memory.set("ready", "yes");
      },
      "online": () => network() && say({ online: "yes" }),
      "offline": () => network() || say({ online: null }),
    };
    for (const [name, listener] of Object.entries(listeners)) listen(window, name, listener);
    network();
    watch();
  });

  useExtra("worker", () => void speak(language), { inputs: [language] });

  const name = ORDER.find((each) => news[each]);
  const close = () => {
    memory.set(name, name === "online" ? null : news[name]);
    setNews({ ...news, [name]: null });
  };
  return <Told key={language} name={name} labels={labels} looks={looks} onClose={guard(close)} />;
}

function Told({ name, labels: bundled, looks, onClose }) {
  const labels = useLabels("worker", bundled);
  return (
    <Notice
      looks={looks}
      text={labels[name]}
      action={name === "waiting" && labels.refresh}
      onAction={accept}
      close={labels.close}
      onClose={onClose}
    />
  );
}
