import { retryIfLeft } from "./leaving.js";

/**
 * Fetches JSON. If the browser cancels the request because the visitor is leaving, retries in case the visitor stays.
 * Rejects if the request fails, the status is an error, or the body is not JSON.
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
