// Shows when the connection of a page with state is lost. Repeats what the visitor did before React could react.
import { useContext, useEffect } from "react";
import { useLabels } from "$/app/i18n/client.js";
import { EventLoopContext } from "$/utils/context";

/**
 * @param {object} props
 * @param {Record<string, string>} props.labels texts
 * @param {string} props.region class names of the live region
 * @param {string} props.box class names of the text
 */
export function Connection({ labels: bundled, region, box }) {
  const labels = useLabels("connection", bundled);
  const [, errors] = useContext(EventLoopContext);

  useEffect(() => {
    dispatchEvent(new Event("app:hydrated"));
  }, []);

  return (
    <div role="status" className={region}>
      {errors.length > 0 && <p className={box}>{labels.lost}</p>}
    </div>
  );
}
