/**
 * Whether `time` is less than `period` before or after now. `time` is in the future if the clock was set back.
 *
 * @param {number} time Unix time in ms
 * @param {number} period in ms
 */
export const isRecent = (time, period) => Math.abs(Date.now() - time) < period;
