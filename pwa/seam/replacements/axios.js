// Replaces "axios", which Reflex uses only for uploads. The first upload loads the original. Reflex ignores failures.
// This module reports them with an event, so that the page can show them (pwa/seam/connection.js).
const UPLOAD = "app:upload"; // `detail` says whether the last upload failed

/** @param {boolean} failed */
const report = (failed) => dispatchEvent(new CustomEvent(UPLOAD, { detail: failed }));

/** @param {Parameters<import("axios").AxiosStatic["post"]>} request */
const post = async (...request) => {
  report(false);
  try {
    const real = await import(/* webpackChunkName: "private-upload" */ "axios");
    return await real.default.post(...request);
  } catch (error) {
    report(!request[2]?.signal?.aborted); // a visitor who cancels needs no message
    throw error;
  }
};

export default { post };
