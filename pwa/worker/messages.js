// Messages from pages and from the next version.
import { claimFirstReport } from "./first_report.js";
import { remember } from "./language.js";
import { build, complete, isComplete } from "./precache.js";
import { leave, takeOver } from "./takeover.js";

/** @type {Record<string, (event: ExtendableMessageEvent) => unknown>} */
const ANSWERS = {
  /** The visitor agrees to the new version, this one. */
  SKIP_WAITING: () => takeOver(),
  /** The next version cannot take over. */
  LEAVE: () => leave(),
  /** A page has this language. */
  LANGUAGE: ({ data }) => remember(data.language),
  /** Answers with the build, and once whether it is ready, if the page has seen the activation. */
  REPORT: async ({ data, ports: [port] }) => {
    const ready = (await complete()) && data.state === "activated" && (await claimFirstReport());
    port.postMessage({ build, ready });
  },
  /** Answers whether the build is complete. */
  READY: async ({ ports: [port] }) => port.postMessage(await isComplete()),
};

/**
 * Handles a message.
 *
 * @param {ExtendableMessageEvent} event
 */
export const answer = async (event) => ANSWERS[event.data?.type]?.(event);
