// In a module of its own, because every page reads it.
export const WAITING_KEY = "inquiries"; // a localStorage key that is set while entries are waiting
