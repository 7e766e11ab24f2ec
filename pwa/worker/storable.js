/**
 * Whether an answer may be kept: nothing that is meant for one visitor is.
 *
 * @param {Response} response
 * @returns {boolean}
 */
export const isStorable = ({ status, redirected, headers }) =>
  status === 200 && !redirected && !/\b(private|no-store)\b/.test(headers.get("cache-control") || "");
