// After an empty battery, a device's clock can be years behind until it has a network.
const FIRST_RELEASE = Date.UTC(2026, 0, 1);

/**
 * Returns a stored time. If it is too early to be true, returns `now`.
 *
 * @param {number} time Unix time in ms
 * @param {number} now Unix time in ms
 */
export const plausible = (time, now) => (time < FIRST_RELEASE ? now : time);
