// Shows a message if the connection is lost, or if an event or upload fails. All pages with state contain this
// component.
import { useContext, useEffect, useState } from "react";
import { useLabels } from "$/app/i18n/client.js";
import { EventLoopContext } from "$/utils/context";

/**
 * @param {object} props
 * @param {Record<string, string>} props.labels translated messages
 * @param {string} props.region class names of the live region
 * @param {string} props.box class names of the text
 */
export function Connection({ labels: bundled, region, box }) {
  const labels = useLabels("connection", bundled);
  const [, errors] = useContext(EventLoopContext);

  const [uploadFailed, setUploadFailed] = useState(false);
  const [failed, setFailed] = useState(false);
  const failure = uploadFailed ? labels.upload : failed ? labels.failed : "";
  const text = errors.length > 0 ? labels.lost : failure;

  useEffect(() => {
    dispatchEvent(new Event("app:hydrated"));
    const onUpload = (/** @type {any} */ { detail }) => setUploadFailed(detail);
    addEventListener("app:upload", onUpload); // replacements/axios.js dispatches this event
    const onFailed = (/** @type {any} */ { detail }) => setFailed(detail);
    addEventListener("event:failed", onFailed);
    return () => {
      removeEventListener("app:upload", onUpload);
      removeEventListener("event:failed", onFailed);
    };
  }, []);

  return (
    <div role="status" className={region}>
      {text && <p className={box}>{text}</p>}
    </div>
  );
}
