// A separate module, so that pages can load this key without the queue's code.
export const WAITING_KEY = "inquiries"; // a localStorage key: whether inquiries are pending or undelivered
