import { retryIfLeft } from "./leaving.js";

/**
 * Fetches JSON. Retries a request that fails after `beforeunload`, because the visitor might stay on the page.
 * Rejects on other network errors, on error statuses, and on invalid JSON.
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
