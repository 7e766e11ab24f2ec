// This module is separate from the queue, because every page loads it.
export const WAITING_KEY = "inquiries"; // a localStorage key that is set while inquiries are waiting
