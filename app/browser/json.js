import { retryIfLeft } from "./leaving.js";

/**
 * Fetches JSON. Retries a request that fails after `beforeunload`. Rejects on other network errors, error statuses and
 * invalid JSON.
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
