// The only way for reports to leave the browser: all of them are scrubbed, whatever they are.
import { makeFetchTransport } from "@sentry/react";
import { parsed, scrubbed } from "./scrub.js";

/** @param {BlobPart[]} parts */
const bytes = async (...parts) => new Uint8Array(await new Blob(parts).arrayBuffer());

/**
 * Sentry's own transport, with the scrubbing before it.
 *
 * @type {typeof makeFetchTransport}
 */
export function makeTransport(options) {
  const transport = makeFetchTransport(options);
  return { ...transport, send: async (envelope) => transport.send(await prepared(envelope)) };
}

/**
 * Sentry's types tell some twenty kinds of items apart; here they are all the same.
 *
 * @typedef {[header: { type: string, length?: number }, payload: unknown]} Item
 */

/**
 * @template Envelope
 * @param {Envelope} envelope
 * @returns {Promise<Envelope>}
 */
async function prepared(envelope) {
  const [header, items] = /** @type {[object, Item[]]} */ (envelope);
  return /** @type {Envelope} */ ([scrubbed(header), await Promise.all(items.map(scrubbedItem))]);
}

/**
 * @param {Item} item
 * @returns {Promise<Item>}
 */
async function scrubbedItem([header, payload]) {
  if (header.type === "replay_recording") return recording(header, /** @type {string} */ (payload));
  if (ArrayBuffer.isView(payload)) throw new TypeError(`${header.type}: nobody can tell what is in it`);
  return [header, scrubbed(payload)];
}

/**
 * A recording is a line of JSON about it, then the events. They are packed here, as Sentry's own worker would pack them
 * before they could be scrubbed.
 *
 * @param {Item[0]} header
 * @param {string} payload
 * @returns {Promise<Item>}
 */
async function recording(header, payload) {
  const end = payload.indexOf("\n") + 1;
  const events = await packed(JSON.stringify(parsed(payload.slice(end))));
  const whole = await bytes(payload.slice(0, end), events);
  return [{ ...header, length: whole.length }, whole];
}

/** @param {string} text */
async function packed(text) {
  if (!("CompressionStream" in window)) return text; // Sentry takes both
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
}
