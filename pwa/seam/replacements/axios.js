// Replaces "axios", which Reflex uses only for uploads. The first upload loads the original. Reflex ignores failed
// uploads. This module reports them by an event, so that the page can show a message.
const UPLOAD = "app:upload"; // `detail` is true if the last upload has failed

/** @param {boolean} failed */
const report = (failed) => dispatchEvent(new CustomEvent(UPLOAD, { detail: failed }));

/** @param {Parameters<import("axios").AxiosStatic["post"]>} request */
const post = async (...request) => {
  report(false);
  try {
    const real = await import(/* webpackChunkName: "private-upload" */ "axios");
    return await real.default.post(...request);
  } catch (error) {
    report(!request[2]?.signal?.aborted); // no message if the visitor has cancelled the upload
    throw error;
  }
};

export default { post };
