// The one way of reports out of the browser: scrubbed, whatever they are.
import { makeFetchTransport } from "@sentry/react";
import { parsed, scrubbed } from "./scrub.js";

const bytes = async (...parts) => new Uint8Array(await new Blob(parts).arrayBuffer());

/** Sentry's own transport, behind the scrubbing. */
export function makeTransport(options) {
  const transport = makeFetchTransport(options);
  return { ...transport, send: async (envelope) => transport.send(await prepared(envelope)) };
}

async function prepared([header, items]) {
  return [scrubbed(header), await Promise.all(items.map(scrubbedItem))];
}

async function scrubbedItem([header, payload]) {
  if (header.type === "replay_recording") return recording(header, payload);
  if (ArrayBuffer.isView(payload)) throw new TypeError(`${header.type}: nobody can tell what is in it`);
  return [header, scrubbed(payload)];
}

// A line of JSON about it, then the events. They are packed here: Sentry's own worker does it before one could look.
async function recording(header, payload) {
  const end = payload.indexOf("\n") + 1;
  const events = await packed(JSON.stringify(parsed(payload.slice(end))));
  const whole = await bytes(payload.slice(0, end), events);
  return [{ ...header, length: whole.length }, whole];
}

async function packed(text) {
  if (!("CompressionStream" in window)) return text; // Sentry takes both
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
}
