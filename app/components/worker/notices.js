// What the visitor is told: once that the site is kept, that a new version waits, and whether there is a network.
import { useEffect, useState } from "react";
import { memory, Notice } from "$/app/components/notice/notice.js";
import { useLabels } from "$/app/i18n/client.js";
import { accept, speak, watch } from "./watch";

// The first that there is anything to say about is shown. Its value stands for what has happened: putting it aside
// holds until that changes.
const ORDER = ["waiting", "offline", "online", "ready"];

export function Notices({ language, labels, looks }) {
  const [news, setNews] = useState({});

  useEffect(() => {
    const say = (change) => setNews((known) => ({ ...known, ...change }));
    const put = (name, value) => say({ [name]: memory.get(name) === value ? null : value });
    const network = () => {
      const { onLine } = navigator;
      if (onLine) memory.set("offline", null);
      put("offline", onLine ? null : "yes");
      return onLine;
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
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);
    network();
    watch();
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
    };
  }, []);

  useEffect(() => speak(language), [language]);

  const name = ORDER.find((each) => news[each]);
  const close = () => {
    memory.set(name, name === "online" ? null : news[name]);
    setNews({ ...news, [name]: null });
  };
  return <Told key={language} name={name} labels={labels} looks={looks} onClose={close} />;
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
