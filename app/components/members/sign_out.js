// The form that signs the visitor out and notifies other tabs.
import { channel, OUT } from "./channel";

/** @param {import("react").ComponentProps<"form">} props */
export function SignOut(props) {
  const notify = () => {
    const tabs = channel();
    tabs.postMessage(OUT);
    tabs.close();
  };
  return <form method="post" onSubmit={notify} {...props} />;
}
