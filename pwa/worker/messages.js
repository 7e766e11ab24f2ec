// What pages, and the next version, ask of the worker: { type, … }, some with a port for the answer.
import { remember } from "./language.js";
import { build, complete, isComplete } from "./precache.js";
import { leave, takeOver } from "./takeover.js";
import { isNews } from "./first_report.js";

/** @type {Record<string, (event: ExtendableMessageEvent) => unknown>} */
const ANSWERS = {
  /** The visitor agrees to the new version: this worker takes over in every open tab. */
  SKIP_WAITING: () => takeOver(),
  /** The version after this one cannot take over. */
  LEAVE: () => leave(),
  /** The page is in this language. */
  LANGUAGE: ({ data }) => remember(data.language),
  /**
   * Says which build this is, and that all of it is kept: once, to a page that has seen the worker activated, as only
   * that one tells the visitor. What is missing is fetched first.
   */
  REPORT: async ({ data, ports: [port] }) => {
    const ready = (await complete()) && data.state === "activated" && (await isNews());
    port.postMessage({ build, ready });
  },
  /** Says whether all of it is kept. */
  READY: async ({ ports: [port] }) => port.postMessage(await isComplete()),
};

/**
 * Does what a message asks for; resolves when that is done.
 *
 * @param {ExtendableMessageEvent} event
 */
export const answer = async (event) => ANSWERS[event.data?.type]?.(event);
