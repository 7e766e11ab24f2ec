"""Simulates Chrome's `beforeinstallprompt` event, which offers to install the site."""

OFFER = """() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    offer.prompt = async () => { window.prompted = (window.prompted || 0) + 1; };
    offer.userChoice = new Promise((resolve) => { window.answer = resolve; });
    dispatchEvent(offer);
    return offer.defaultPrevented;
}"""
