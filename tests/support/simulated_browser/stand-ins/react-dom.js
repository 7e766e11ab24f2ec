export const flushSync = (task) => task();
