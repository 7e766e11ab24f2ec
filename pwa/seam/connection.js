// Shows when the connection of a page with state is lost. Repeats what the visitor did before React could react.
import { useContext, useEffect } from "react";
import { useLabels } from "$/app/i18n/client.js";
import { EventLoopContext } from "$/utils/context";

/**
 * @param {object} props
 * @param {Record<string, string>} props.labels texts
 * @param {Record<string, string>} props.looks class names
 */
export function Connection({ labels: bundled, looks }) {
  const labels = useLabels("connection", bundled);
  const [, errors] = useContext(EventLoopContext);

  useEffect(() => {
    dispatchEvent(new Event("app:hydrated"));
  }, []);

  return (
    <div role="status" className={looks.region}>
      {errors.length > 0 && <p className={`${looks.box} ${looks.text}`}>{labels.lost}</p>}
    </div>
  );
}
