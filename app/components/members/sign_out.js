// The form that signs out. It is a plain one; the other tabs are told when it is sent.
import { channel, OUT } from "./channel";

/** @param {import("react").ComponentProps<"form">} props */
export function SignOut(props) {
  const tell = () => {
    const tabs = channel();
    tabs.postMessage(OUT);
    tabs.close();
  };
  return <form method="post" onSubmit={tell} {...props} />;
}
