// Keys of localStorage. A separate module, so that pages can load it without the queue's code.
export const WAITING_KEY = "inquiries"; // set if the queue contains pending, refused or expired inquiries
export const CLOSED_KEY = "notice:lost"; // the IDs of refused and expired inquiries whose notice was closed
