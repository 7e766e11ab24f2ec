// Stands in for "$/env.json": in production the backend answers where the page came from, whatever address Reflex wrote down.
import env from "../../../env.json";

const here = (address) => {
  const { protocol, pathname } = new URL(address);
  const origin = protocol.startsWith("ws") ? location.origin.replace(/^http/, "ws") : location.origin;
  return origin + pathname;
};
const rebased = ([name, value]) => [name, typeof value === "string" ? here(value) : value];

const elsewhere = typeof location === "undefined" || process.env.NODE_ENV !== "production";

export default elsewhere ? env : Object.fromEntries(Object.entries(env).map(rebased));
