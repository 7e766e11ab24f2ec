// Global names of tests/support/simulated_browser/.

/** Returns a `Storage` whose properties are its values. */
declare function createStorage(values?: Record<string, string>): Storage;
