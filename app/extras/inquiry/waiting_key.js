// Keys of localStorage. A separate module, so that pages can load it without the queue's code.
export const WAITING_KEY = "inquiries"; // whether inquiries are pending or undelivered
export const CLOSED_KEY = "notice:lost"; // the IDs of undelivered inquiries whose notice was closed
