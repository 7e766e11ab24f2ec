// Posts an inquiry. Detects responses that come from a captive portal or a proxy instead of the site's server.

/**
 * @typedef {import("./queue.js").Answer} Answer
 * @typedef {import("./queue.js").Contents} Contents
 * @typedef {import("./queue.js").StoredFile} StoredFile
 */

const TOO_EARLY = 425;
const TOO_MANY = 429;
const TIMEOUT = 408;
const TEMPORARY = [TIMEOUT, TOO_EARLY, TOO_MANY];

// The timeout grows with the size of the files, because connections can be slow. The server's timeout is the same.
const MIN_TIMEOUT_MS = 60_000;
const MIN_BYTES_PER_MS = 16;

/** @type {(prepare?: (request: Request) => Request) => import("./queue.js").Post} */
export const poster =
  (prepare = (request) => request) =>
  async ({ id, url }, contents) => {
    const request = new Request(url, {
      method: "POST",
      body: formData(contents),
      headers: { Accept: "application/json" },
      redirect: "error", // captive portals redirect requests; the site's server does not
      signal: AbortSignal.timeout?.(timeoutOf(contents)),
    });
    try {
      const response = await fetch(prepare(request));
      return response.type === "cors" ? readOther(response) : await read(response, id);
    } catch {
      return { state: "cut" };
    }
  };

/** @type {(response: Response, id: string) => Promise<Answer>} */
export async function read(response, id) {
  const body = isJson(response) ? parsed(await response.text()) : null;
  const isOurs = body && (body.id === undefined || body.id === id);
  if (body?.id === id && response.ok && body.state === "sent" && typeof body.reference === "string")
    return {
      state: "sent",
      reference: body.reference,
      isMailed: body.mailed !== false,
      ...noteOf(Object(body.booking ?? body.order)),
    };
  if (!isOurs) return { state: "later" };
  if (body.state === "conflict") return { state: "conflict" };
  const reason = body.state === "refused" && typeof body.reason === "string" ? body.reason : undefined;
  if (reason !== undefined && isFinal(response.status))
    return {
      state: "refused",
      reason,
      problems: Object(body.problems),
      crowns: typeof body.crowns === "number" ? body.crowns : undefined,
      hasRemovedOption: body.outdated === true,
    };
  return { state: "later", seconds: secondsOf(response), reason };
}

/** @param {{ text?: unknown, address?: unknown }} details details about a booking or an order */
function noteOf({ text, address }) {
  if (typeof text !== "string") return {};
  const isPath = typeof address === "string" && /^\/\w[\w/-]*\?token=[\w-]+$/.test(address);
  // Never log or report the path of an order's page, because it contains a secret token.
  return { note: text, order: isPath ? address : undefined };
}

/**
 * Interprets a response from a form service on another host. Checks only the status, because captive portals cannot
 * forge HTTPS responses.
 *
 * @param {Response} response
 * @returns {Answer}
 */
function readOther(response) {
  if (response.ok) return { state: "sent" };
  if (isFinal(response.status)) return { state: "refused" };
  return { state: "later", seconds: secondsOf(response) };
}

/** @param {Response} response */
const secondsOf = ({ headers }) => Number(headers.get("retry-after")) || 0;

/** @param {Response} response */
const isJson = ({ headers }) => /^application\/json\b/i.test(headers.get("content-type") || "");

/** @param {number} status */
const isFinal = (status) => status >= 400 && status < 500 && !TEMPORARY.includes(status);

/** @type {(text: string) => Record<string, any> | null} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/**
 * Returns a form's contents, with files as bytes, because some browsers cannot store blobs in private windows. Rejects
 * if a file cannot be read.
 *
 * @param {FormData} data
 * @returns {Promise<Contents>}
 */
export async function contentsOf(data) {
  /** @type {Contents} */
  const contents = [];
  for (const [name, value] of data) {
    if (typeof value === "string") contents.push([name, value]);
    else if (value.name || value.size) contents.push([name, await stored(value)]);
  }
  return contents;
}

/** @type {(file: File) => Promise<StoredFile>} */
const stored = async (file) => ({
  name: file.name,
  type: file.type,
  modified: file.lastModified,
  bytes: await file.arrayBuffer(),
});

/** @param {StoredFile} stored */
export const fileOf = ({ name, type, modified, bytes }) => new File([bytes], name, { type, lastModified: modified });

/** @param {Contents} contents */
function formData(contents) {
  const data = new FormData();
  for (const [name, value] of contents) {
    if (typeof value === "string") data.append(name, value);
    else data.append(name, fileOf(value));
  }
  return data;
}

/** @param {Contents} contents */
export const timeoutOf = (contents) => MIN_TIMEOUT_MS + Math.ceil(size(contents) / MIN_BYTES_PER_MS);

/** @param {Contents} contents */
const size = (contents) =>
  contents.reduce((sum, [, value]) => sum + (typeof value === "string" ? value.length : value.bytes.byteLength), 0);
