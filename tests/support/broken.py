"""Simulates browsers with missing or faulty features. Lists the site's expected behaviour in each browser."""

from dataclasses import dataclass
from typing import NamedTuple

LARGE, PHONE = 1280, 390
"""Viewport widths in CSS pixels. fullpage.js runs only in the large viewport."""


class Quirk(NamedTuple):
    """A missing or faulty feature of a browser.

    - `source`: the affected browsers and the fault
    - `script`: JavaScript that simulates the fault before the site's scripts run
    - `later`: JavaScript that simulates the fault after the application has started
    - `off`: the optional features that the site reports as disabled
    """

    source: str
    script: str = ""
    later: str = ""
    off: tuple[str, ...] = ()


@dataclass(frozen=True)
class Break:
    """A browser with quirks, and the behaviour that tests expect.

    - `may`: the optional features that the site is allowed to report as disabled
    - `full`: whether fullpage.js scrolls between sections
    - `large`: whether a click on a picture enlarges the picture
    - `stays`: whether hydration fails, so that the prerendered page stays
    - `asks`: whether the consent dialog appears
    - `reports`: whether Sentry receives reports of disabled features
    - `logs`: a regular expression for allowed console messages
    - `brief`: whether the test skips the gallery and the page `/bam`
    """

    quirks: tuple[Quirk, ...] = ()
    width: int = LARGE
    may: tuple[str, ...] = ()
    full: bool = True
    large: bool = True
    stays: bool = False
    asks: bool = True
    reports: bool = True
    logs: str = ""
    brief: bool = False

    @property
    def off(self) -> set[str]:
        return {name for quirk in self.quirks for name in quirk.off}

    @property
    def later(self) -> str:
        return ";\n".join(quirk.later for quirk in self.quirks if quirk.later)


HELPERS = """
    const given = (target, name, value) =>
        Object.defineProperty(target, name, { configurable: true, writable: true, value });
    const gone = (target, ...names) => {
        for (const name of names) for (let each = target; each; each = Object.getPrototypeOf(each)) delete each[name];
    };
    const fail = (name) => { throw name === "TypeError" ? new TypeError("broken") : new DOMException("broken", name); };
    const refused = (target, name, error = "SecurityError") =>
        Object.defineProperty(target, name, { configurable: true, get: () => fail(error), set: () => fail(error) });
    const throwing = (target, name, error = "SecurityError") => given(target, name, function () { fail(error); });
    const whole = (change) => {
        new MutationObserver((_, observer) => {
            if (!document.getElementById("page-end")) return;
            observer.disconnect();
            change();
        }).observe(document, { childList: true, subtree: true });
    };
    const texts = (root) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const found = [];
        while (walker.nextNode()) if (walker.currentNode.data.trim()) found.push(walker.currentNode);
        return found;
    };
    const wrapped = (node, tag = "div") => {
        const wrapper = document.createElement(tag);
        node.replaceWith(wrapper);
        wrapper.append(node);
        return wrapper;
    };
"""
"""Helpers for the scripts below: `gone()` deletes properties, and `given()` replaces a property."""

SERVICE_WORKER = """
    const worker = Object.assign(new EventTarget(), {
        state: "activated",
        postMessage(message, ports) { ports?.[0]?.postMessage({ build: "this", ready: true }); },
    });
    const registration = Object.assign(new EventTarget(), {
        active: worker, installing: null, waiting: null, update: async () => registration,
    });
    const container = Object.assign(new EventTarget(), {
        controller: worker, ready: Promise.resolve(registration),
        register: async () => registration, getRegistration: async () => registration,
    });
    given(navigator, "serviceWorker", container);
"""

WATCH = """{
    const { MutationObserver, performance, dispatchEvent } = window;
    const { warn, info } = console;
    const from = performance.timeOrigin;
    console.warn = (...values) => warn.call(console, `[${from}]`, ...values);
    const seen = new Set();
    const log = (what) => seen.has(what) || seen.add(what) && info.call(console, what);
    let stood = false;
    new MutationObserver(() => {
        if (/^\\s*\\d{3}/.test(document.querySelector("main")?.textContent)) log("the error page");
        const page = document.getElementById("__next");
        if (stood && page && !page.childElementCount) log("a blank page");
        stood ||= page?.childElementCount > 0;
    }).observe(document, { childList: true, subtree: true, characterData: true });
    window.happen = (target, name) => dispatchEvent.call(target, new Event(name, { bubbles: true }));
    const { random } = Math;
    Math.random = () => 0.11 + 0.89 * random();
}"""
"""JavaScript that logs error pages and blank pages, even if they appear only briefly.

The script also makes `Math.random()` return at least 0.11. Sentry's sample rate is 0.1, so Sentry samples nothing.
"""

NO_BUILD = "Failed to look for a newer build: "
BLOCKED = """for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"]) refused(window, name);
    refused(Document.prototype, "cookie");"""
FONTS = """for (const text of texts(document.body)) wrapped(wrapped(text, "font"), "font")"""
INSERTED = """for (const parent of [document.body, document.getElementById("__next"), document.querySelector("main")])
    if (parent) { parent.prepend(document.createElement("aside")); parent.append(document.createElement("aside")); }"""
OFF = ("application",)

QUIRKS = {
    "cookies blocked": Quirk(
        "Chrome, “Block all cookies”: reading a storage or document.cookie throws, registering a worker rejects",
        f"""{BLOCKED}
        for (const name of ["register", "getRegistration"]) container[name] = async () => fail("SecurityError");
        container.ready = new Promise(() => {{}});""",
        off=("cookies", "storage", "worker"),
    ),
    "a sandboxed frame": Quirk(
        "Chrome, <iframe sandbox> without allow-same-origin: navigator.serviceWorker throws too (HTML, “sandboxing”)",
        f'{BLOCKED} refused(navigator, "serviceWorker")',
        off=("cookies", "storage", "worker"),
    ),
    "cookies deleted on exit": Quirk(
        "Firefox, “Delete cookies when Firefox is closed”: `ready` rejects (bugzilla.mozilla.org/1429714)",
        """for (const name of ["register", "getRegistration"]) container[name] = async () => fail("SecurityError");
        container.ready = Promise.reject(new DOMException("broken", "SecurityError"));
        container.ready.catch(() => {});""",
        off=("worker",),
    ),
    "storages null": Quirk(
        "Android WebView without setDomStorageEnabled (segmentio/analytics-next#345)",
        'for (const name of ["localStorage", "sessionStorage"]) given(window, name, null)',
        off=("storage",),
    ),
    "storages full": Quirk(
        "Safari before 11, private window: a quota of 0 bytes; every browser with a full disk",
        'throwing(Storage.prototype, "setItem", "QuotaExceededError")',
        off=("storage",),
    ),
    "storages damaged": Quirk(
        "Firefox with a damaged profile (bugzilla.mozilla.org/1703317)",
        'for (const name of ["getItem", "setItem", "removeItem"]) throwing(Storage.prototype, name, "UnknownError")',
        off=("storage",),
    ),
    "Lockdown Mode": Quirk(
        "Safari 16+ (support.apple.com/105120): no service worker, caches, IndexedDB, locks, WebAssembly, FileReader",
        """gone(navigator, "serviceWorker", "locks");
        gone(window, "caches", "indexedDB", "WebAssembly", "FileReader");""",
    ),
    "register gives nothing": Quirk(
        "Chrome with a blocker (serwist/serwist#363)", "container.register = async () => undefined", off=("worker",)
    ),
    "update rejects": Quirk(
        "Safari, when no worker is left to update (openstax/rex-web#1517, w3c/ServiceWorker#1495)",
        'registration.update = async () => fail("InvalidStateError")',
    ),
    "marks cleared": Quirk(
        "another script calls performance.clearMarks (vercel/next.js#47560)",
        """const { mark } = Performance.prototype;
        given(Performance.prototype, "mark", function (...args) {
            const made = mark.apply(this, args);
            this.clearMarks();
            return made;
        })""",
        off=("performance",),
    ),
    "no entries": Quirk(
        "Firefox, privacy.resistFingerprinting; Tor Browser (wiki.mozilla.org/Security/Fingerprinting)",
        """for (const name of ["getEntries", "getEntriesByName", "getEntriesByType"])
            given(Performance.prototype, name, () => []);""",
    ),
    "a limit of history changes": Quirk(
        "Safari takes 100 changes in 30 seconds (bugs.webkit.org/156115); here 8 in all",
        """let left = 8;
        for (const name of ["pushState", "replaceState"]) {
            const change = history[name];
            given(history, name, function (...args) {
                return left-- > 0 ? change.apply(this, args) : fail("SecurityError");
            });
        }""",
        off=("history",),
    ),
    "the history refuses": Quirk(
        "a copy of the page at another origin, such as a search engine's cache (vercel/next.js#13719)",
        'for (const name of ["pushState", "replaceState"]) throwing(history, name)',
        off=("history",),
    ),
    "a captive portal": Quirk(
        "a hotel's network answers everything with its own page (RFC 8952)",
        'given(window, "fetch", async () => new Response("<!doctype html><title>Sign in</title>"))',
    ),
    "offline, it says": Quirk(
        "Windows behind a VPN: navigator.onLine is false (mdn/content#30402)",
        'given(Navigator.prototype, "onLine", false)',
    ),
    "the clipboard refuses": Quirk(
        "Facebook's browser on Android (feross/clipboard-copy#37)",
        'given(Navigator.prototype, "clipboard", { writeText: async () => fail("NotAllowedError") })',
    ),
    "no animation frames": Quirk(
        "any browser while the tab is hidden (HTML, “update the rendering”)",
        'given(window, "requestAnimationFrame", () => 1)',
    ),
    "translated early": Quirk(
        "Google Translate wraps texts in <font> (facebook/react#11538)", f"whole(() => {{ {FONTS} }})", off=OFF
    ),
    "translated": Quirk("the same, once the application runs", later=FONTS),
    "elements put in early": Quirk(
        "Grammarly, LastPass, Dark Reader, Kaspersky (facebook/react#24430)",
        f"""whole(() => {{
            {INSERTED}
            for (const each of [document.documentElement, document.body, ...document.links]) {{
                each.setAttribute("data-extension", "1");
                each.style.setProperty("outline", "0");
            }}
        }})""",
        off=OFF,
    ),
    "elements put in": Quirk("the same, once the application runs", later=INSERTED),
    "comments taken out early": Quirk(
        "Cloudflare's Auto Minify (facebook/react#10778)",
        """whole(() => {
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
            const found = [];
            while (walker.nextNode()) found.push(walker.currentNode);
            for (const each of found) each.remove();
            document.body.normalize();
        })""",
        off=OFF,
    ),
    "the footer taken out": Quirk(
        "uBlock Origin, a filter with :remove() (github.com/gorhill/uBlock/wiki/Procedural-cosmetic-filters)",
        later='document.querySelector("footer")?.remove()',
    ),
    "everything wrapped": Quirk(
        "an extension that moves the page's elements (facebook/react#17256)",
        later="""{ const page = document.getElementById("__next"); const wrapper = document.createElement("div");
            wrapper.append(...page.childNodes); page.append(wrapper); }""",
        off=OFF,
    ),
}


def quirks(*names: str) -> tuple[Quirk, ...]:
    return tuple(QUIRKS[name] for name in names)


BROWSERS = {
    "cookies blocked": Break(quirks("cookies blocked", "a limit of history changes", "marks cleared")),
    "extensions": Break(quirks("update rejects", "no entries", "elements put in"), may=("performance",)),
    "copy of the page": Break(
        quirks("the history refuses", "offline, it says", "register gives nothing"),
        asks=False,
        reports=False,
        brief=True,
    ),
    "phone, sandboxed frame": Break(quirks("a sandboxed frame", "a limit of history changes"), width=PHONE),
    "phone, Lockdown Mode": Break(quirks("Lockdown Mode", "storages null", "no animation frames"), width=PHONE),
    "phone, translated": Break(
        quirks(
            "storages full", "cookies deleted on exit", "the clipboard refuses", "translated", "the footer taken out"
        ),
        width=PHONE,
    ),
    "phone, captive portal": Break(
        quirks("storages damaged", "a captive portal"),
        width=PHONE,
        logs=rf"warning: \[[\d.]+\] {NO_BUILD}.*",
        asks=False,
        reports=False,
        brief=True,
    ),
    "phone, everything wrapped": Break(
        quirks("everything wrapped"), width=PHONE, logs=r"error: NotFoundError: .*", brief=True
    ),
    "translated early": Break(quirks("translated early"), asks=False, stays=True, brief=True),
    "elements put in early": Break(quirks("elements put in early"), asks=False, stays=True, brief=True),
    "comments taken out early": Break(
        quirks("comments taken out early"), width=PHONE, asks=False, stays=True, brief=True
    ),
}


def early_script(broken: Break) -> str:
    scripts = "".join(f"{{ {quirk.script}\n }}\n" for quirk in broken.quirks)
    return f"{WATCH}\n(() => {{ {HELPERS} {SERVICE_WORKER} {scripts} }})(); window.isBroken = true"


def later_script(broken: Break) -> str:
    return f"(() => {{ {HELPERS} {broken.later} }})()"
