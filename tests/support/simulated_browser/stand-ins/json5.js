export default { parse: (text) => ({ real: text }) };
