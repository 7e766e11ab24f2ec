// Replaces "json5". Until the socket client is loaded, JSON is enough: only socket messages can contain NaN or
// Infinity.
const JSON5 = {
  parse: JSON.parse,
  load: async () => {
    const real = await import(/* webpackChunkName: "private-socket" */ "json5");
    JSON5.parse = real.default.parse;
  },
};

export default JSON5;
