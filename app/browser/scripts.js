// Loads extras' scripts. Retries lost requests, because an extra without its script would be disabled.
import { report } from "$/app/guard/report.js";
import { retryIfLeft } from "./leaving.js";

const RETRY_MS = 10_000;
/** @type {Set<string>} */
const waiting = new Set(); // names of extras whose lost requests have been reported

/**
 * Loads a script of an extra. Retries a lost request when the browser is online again, or after a delay that doubles.
 * The promise never settles if the extra stops during a delay.
 *
 * @template Module
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {() => Promise<Module>} request
 * @param {number} [delay] in milliseconds
 * @returns {Promise<Module>}
 */
export async function loadScript(self, request, delay = RETRY_MS) {
  try {
    return await retryIfLeft(request);
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "ChunkLoadError") throw error;
    if (!waiting.has(self.name)) {
      console.warn(`The extra "${self.name}" waits for its script:`, error);
      report(error, self.name, true);
    }
    waiting.add(self.name);
  }
  await new Promise((resolve) => {
    self.listen(window, "online", resolve, { once: true });
    self.after(delay, () => resolve(undefined));
  });
  return loadScript(self, request, 2 * delay);
}
