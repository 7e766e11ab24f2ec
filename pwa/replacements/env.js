// Stands in for "$/env.json": the backend answers where the page came from, whatever address the build was made for.
import env from "../../env.json";

const here = (address) => {
  const { protocol, pathname } = new URL(address);
  const origin = protocol.startsWith("ws") ? location.origin.replace(/^http/, "ws") : location.origin;
  return origin + pathname;
};
const rebased = ([name, value]) => [name, typeof value === "string" ? here(value) : value];

export default typeof location === "undefined" ? env : Object.fromEntries(Object.entries(env).map(rebased));
