export default { post: async (...request) => ({ real: request }) };
