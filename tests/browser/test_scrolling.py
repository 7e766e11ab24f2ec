from tests.support.javascript import Browser


def test_scrolling_ends_after_a_pause(javascript: Browser) -> None:
    assert javascript.run("""
        const { onScrollEnd } = await import("$/app/browser/scrolling.js");
        const waiting = new Set();
        globalThis.setTimeout = (task) => { waiting.add(task); return task; };
        globalThis.clearTimeout = (task) => waiting.delete(task);
        const elapse = () => { for (const task of [...waiting]) { waiting.delete(task); task(); } };
        const ends = [];
        const scrolled = onScrollEnd(() => ends.push("end"));
        for (let frame = 0; frame < 3; frame++) scrolled();
        ends.push(waiting.size);
        elapse();
        scrolled();
        elapse();
        elapse();
        return ends;
    """) == [1, "end", "end"]
