/** Whether the browser asks not to be tracked, by Do Not Track or Global Privacy Control. */
export const refusesTracking = () => navigator.doNotTrack === "1" || Boolean(navigator.globalPrivacyControl);
