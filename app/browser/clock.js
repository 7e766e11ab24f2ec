/**
 * Whether `time` is less than `period` away, even ahead: clocks can be set back.
 *
 * @param {number} time Unix time in ms
 * @param {number} period in ms
 */
export const isRecent = (time, period) => Math.abs(Date.now() - time) < period;
