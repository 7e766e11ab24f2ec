import { retryIfLeft } from "./leaving.js";

/**
 * Fetches JSON. Retries if the browser cancels the request or response because the visitor is leaving. Rejects if the
 * request fails, the status is an error, or the body is not JSON.
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
