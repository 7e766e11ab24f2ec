// Replaces "json5": plain JSON until the socket opens, whose messages may contain NaN and Infinity.
const JSON5 = {
  parse: JSON.parse,
  load: async () => {
    const real = await import(/* webpackChunkName: "private-socket" */ "json5");
    JSON5.parse = real.default.parse;
  },
};

export default JSON5;
