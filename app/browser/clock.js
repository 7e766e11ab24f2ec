/**
 * Whether `time` is less than `period` before or after the current time. A stored time can be in the future if the
 * clock was set back.
 *
 * @param {number} time Unix time in ms
 * @param {number} period in ms
 */
export const isRecent = (time, period) => Math.abs(Date.now() - time) < period;
