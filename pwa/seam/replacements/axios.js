// Replaces "axios", which Reflex uses only for uploads. Loads the original module at the first upload. Reports failed
// uploads to the page, because Reflex ignores them. Sends the page's path, for the language.
import Router from "next/router";
import { tab } from "./socket.io-client.js";

const UPLOAD = "app:upload"; // an event whose `detail` is true after a failed upload

/** @param {boolean} failed */
const report = (failed) => dispatchEvent(new CustomEvent(UPLOAD, { detail: failed }));

/**
 * @param {string} url
 * @param {FormData} form
 * @param {import("axios").AxiosRequestConfig} config
 */
const post = async (url, form, config) => {
  report(false);
  try {
    await tab.hydrated();
    const real = await import(/* webpackChunkName: "private-upload" */ "axios");
    const headers = { ...config.headers, "Page-Path": Router.pathname };
    return await real.default.post(url, form, { ...config, headers });
  } catch (error) {
    report(!config.signal?.aborted); // cancelling an upload is not a failure
    throw error;
  }
};

export default { post };
