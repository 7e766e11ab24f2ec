import { retryIfLeft } from "./leaving.js";

/**
 * Fetches JSON. If the browser cancels the request or the response's body, because the visitor is leaving, fetches it
 * again. Rejects if the request fails, the status is an error, or the body is no JSON.
 *
 * @param {string} url
 * @param {RequestInit} options
 * @returns {Promise<any>}
 */
export const fetchJson = (url, options) =>
  retryIfLeft(async () => {
    const response = await fetch(url, options);
    if (!response.ok) throw new Error(`${response.status}`);
    return response.json();
  });
