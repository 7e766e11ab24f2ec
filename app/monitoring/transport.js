// Removes personal data from reports and sends them to Sentry.
import { makeFetchTransport } from "@sentry/react";
import { parsed, scrubbed } from "./scrub.js";

/** @param {BlobPart[]} parts */
const bytes = async (...parts) => new Uint8Array(await new Blob(parts).arrayBuffer());

/**
 * @type {typeof makeFetchTransport}
 */
export function makeTransport(options) {
  const transport = makeFetchTransport(options);
  return { ...transport, send: async (envelope) => transport.send(await prepared(envelope)) };
}

/** @typedef {[header: { type: string, length?: number }, payload: unknown]} Item */

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
  if (ArrayBuffer.isView(payload)) throw new TypeError(`${header.type}: binary data cannot be scrubbed`);
  return [header, scrubbed(payload)];
}

/**
 * Removes personal data from a session recording, then compresses it. Sentry's own compression is off, because it
 * would run before the removal.
 *
 * @param {Item[0]} header
 * @param {string} payload
 * @returns {Promise<Item>}
 */
async function recording(header, payload) {
  const end = payload.indexOf("\n") + 1;
  const events = await compressed(JSON.stringify(parsed(payload.slice(end))));
  const whole = await bytes(payload.slice(0, end), events);
  return [{ ...header, length: whole.length }, whole];
}

/** @param {string} text */
async function compressed(text) {
  if (!("CompressionStream" in window)) return text; // Sentry also accepts uncompressed recordings
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
}
