// Stands in for "axios", which Reflex uses for uploads only: the real one is fetched with the first upload.

/** @param {Parameters<import("axios").AxiosStatic["post"]>} request */
const post = async (...request) => {
  const real = await import(/* webpackChunkName: "private-upload" */ "axios");
  return real.default.post(...request);
};

export default { post };
