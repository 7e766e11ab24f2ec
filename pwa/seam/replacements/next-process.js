// Replaces a module of Next, of which browsers need only `env`.
export const env = {};
