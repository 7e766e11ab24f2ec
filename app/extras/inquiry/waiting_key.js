// A separate module, because every page loads this key, but not the queue.
export const WAITING_KEY = "inquiries"; // a localStorage key that is set while inquiries are waiting
