"""Scripts that inspect a home page with full-page sections."""

FULL = "document.documentElement.classList.contains('fp-enabled')"


# What a visitor sees: the section and the slide in the middle of the window.
SEEN = """() => {
    const middle = (element) => {
        const box = element.getBoundingClientRect();
        const [across, down] = [innerWidth / 2, innerHeight / 2];
        return box.left <= across && box.right > across && box.top <= down && box.bottom > down;
    };
    return [...document.querySelectorAll('.section[id], .slide')].filter(middle).map((each) => each.id);
}"""
