// Stands in for "axios", which Reflex uses for uploads only: fetched with the first one.
const post = async (...request) => {
  const real = await import(/* webpackChunkName: "private-upload" */ "axios");
  return real.default.post(...request);
};

export default { post };
