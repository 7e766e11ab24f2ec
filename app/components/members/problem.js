// Which of the things that may go wrong at the door did: the page has all of them, and the address says which.
import { Children, useEffect, useState } from "react";

export function Problem({ names, children }) {
  const [index, setIndex] = useState(0);
  useEffect(() => setIndex(Math.max(0, names.indexOf(new URLSearchParams(location.search).get("problem")))), []);
  return Children.toArray(children)[index];
}
