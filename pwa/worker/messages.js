// Handles messages from pages and the next service worker.
import { claimFirstReport } from "./first_report.js";
import { remember } from "./language.js";
import { build, complete, isComplete } from "./precache.js";
import { leave, takeOver } from "./takeover.js";

/** @type {Record<string, (event: ExtendableMessageEvent) => unknown>} */
const ANSWERS = {
  SKIP_WAITING: () => takeOver(),
  /** Unregisters this service worker if the next version cannot take over. */
  LEAVE: () => leave(),
  LANGUAGE: ({ data }) => remember(data.language),
  /** Responds with the build ID. `ready` is true only in the first response after all files are cached. */
  REPORT: async ({ data, ports: [port] }) => {
    const ready = (await complete()) && data.state === "activated" && (await claimFirstReport());
    port.postMessage({ build, ready });
  },
  READY: async ({ ports: [port] }) => port.postMessage(await isComplete()),
};

/** @param {ExtendableMessageEvent} event */
export const answer = async (event) => ANSWERS[event.data?.type]?.(event);
