// A sign-out form that notifies other tabs.
import { channel, OUT } from "./channel";

/** @param {import("react").ComponentProps<"form"> & { signal?: string }} props */
export function SignOut({ signal = OUT, ...props }) {
  const notify = () => {
    const tabs = channel();
    tabs.postMessage(signal);
    tabs.close();
  };
  return <form method="post" onSubmit={notify} {...props} />;
}
