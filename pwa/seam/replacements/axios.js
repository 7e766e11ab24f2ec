// Replaces "axios", which Reflex uses only for uploads. The original module is loaded at the first upload. Reflex
// ignores failed uploads, so this module dispatches an event that makes the page show a message.
const UPLOAD = "app:upload"; // an event whose `detail` is true after a failed upload

/** @param {boolean} failed */
const report = (failed) => dispatchEvent(new CustomEvent(UPLOAD, { detail: failed }));

/** @param {Parameters<import("axios").AxiosStatic["post"]>} request */
const post = async (...request) => {
  report(false);
  try {
    const real = await import(/* webpackChunkName: "private-upload" */ "axios");
    return await real.default.post(...request);
  } catch (error) {
    report(!request[2]?.signal?.aborted); // cancelling an upload is not a failure
    throw error;
  }
};

export default { post };
