"""Simulates the `beforeinstallprompt` event, with which Chrome signals that the site can be installed."""

OFFER = """() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    offer.prompt = async () => { window.prompted = (window.prompted || 0) + 1; };
    offer.userChoice = new Promise((resolve) => { window.answer = resolve; });
    dispatchEvent(offer);
    return offer.defaultPrevented;
}"""
