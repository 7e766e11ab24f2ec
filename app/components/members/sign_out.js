// The form that signs the visitor out and notifies other tabs.
import { channel, OUT } from "./channel";

/** @param {import("react").ComponentProps<"form"> & { message?: string }} props */
export function SignOut({ message = OUT, ...props }) {
  const notify = () => {
    const tabs = channel();
    tabs.postMessage(message);
    tabs.close();
  };
  return <form method="post" onSubmit={notify} {...props} />;
}
