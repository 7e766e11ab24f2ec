/**
 * Whether `time` differs from the current time by less than `period`. If the clock was set back, `time` is in the
 * future.
 *
 * @param {number} time Unix time in ms
 * @param {number} period in ms
 */
export const isRecent = (time, period) => Math.abs(Date.now() - time) < period;
