// Global names of tests/support/simulated_browser/.

/** Returns a `Storage` whose properties are its values. */
declare function createStorage(values?: Record<string, string>): Storage;

declare var asked: string[];
declare var missing: Set<string>;
declare var sockets: object[];
declare var errors: unknown[];
declare var called: string[];
declare function settle(): Promise<void>;

interface Document {
  listeners: Record<string, EventListenerOrEventListenerObject>;
}

/** Reflex's modules. */
declare module "$/utils/*";

/** Written by `Browser.run`. */
declare module "*/script.mjs" {
  const result: unknown;
  export default result;
}
