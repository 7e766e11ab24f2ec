// Replaces a module of Next. Browsers need only the export `env`.
export const env = {};
