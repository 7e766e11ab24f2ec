// Replaces "json5" with JSON until the socket client is loaded, because only socket messages can contain NaN and
// Infinity.
const JSON5 = {
  parse: JSON.parse,
  load: async () => {
    const real = await import(/* webpackChunkName: "private-socket" */ "json5");
    JSON5.parse = real.default.parse;
  },
};

export default JSON5;
