// Replaces "axios", which Reflex uses only for uploads. The first upload loads the original.

/** @param {Parameters<import("axios").AxiosStatic["post"]>} request */
const post = async (...request) => {
  const real = await import(/* webpackChunkName: "private-upload" */ "axios");
  return real.default.post(...request);
};

export default { post };
