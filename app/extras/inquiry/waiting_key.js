// A separate module, so that pages can load this key without the queue's code.
export const WAITING_KEY = "inquiries"; // a localStorage key that is set while inquiries are pending
