// Which of the things that may go wrong at the door did: the page has all of them, and the address says which. Where it
// still has Patreon's code, nobody has looked at that: there were too many tries.
import { Children, useEffect, useState } from "react";

export function Problem({ names, children }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    setIndex(Math.max(0, names.indexOf(query.has("code") ? "busy" : query.get("problem"))));
  }, []);
  return Children.toArray(children)[index];
}
