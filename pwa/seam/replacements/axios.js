// Replaces "axios", which Reflex uses only for uploads. Loads the original module at the first upload. Reports failed
// uploads to the page, because Reflex ignores them. Sends the page's path, so that the server knows the language.
import Router from "next/router";
import { tab } from "./socket.io-client.js";

/** @param {boolean} failed */
const report = (failed) => dispatchEvent(new CustomEvent("app:upload", { detail: failed }));

/** @param {import("axios").GenericAbortSignal | undefined} signal */
const aborted = (signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener?.("abort", () => reject(new Error("cancelled"))));

/**
 * @param {string} url
 * @param {FormData} form
 * @param {import("axios").AxiosRequestConfig} config
 */
const post = async (url, form, config) => {
  report(false);
  const headers = { ...config.headers, "Page-Path": Router.pathname };
  try {
    await Promise.race([tab.hydrated(), aborted(config.signal)]);
    const real = await import(/* webpackChunkName: "private-upload" */ "axios");
    return await real.default.post(url, form, { ...config, headers });
  } catch (error) {
    report(!config.signal?.aborted); // cancelling an upload is not a failure
    throw error;
  }
};

export default { post };
