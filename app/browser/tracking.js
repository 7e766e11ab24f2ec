/** Whether Do Not Track or Global Privacy Control is enabled in the browser. */
export const refusesTracking = () => navigator.doNotTrack === "1" || Boolean(navigator.globalPrivacyControl);
