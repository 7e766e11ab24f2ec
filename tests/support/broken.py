"""Simulates browsers with missing or faulty features. Lists the site's expected behaviour in each browser."""

from typing import NamedTuple

LARGE, PHONE = 1280, 390
"""Viewport widths in CSS pixels. fullpage.js runs only in the large viewport."""


class Quirk(NamedTuple):
    """A missing or faulty feature of a browser.

    `script` runs before the site's scripts, and `later_script` after the application has started. `disables` names the
    optional features that the site reports as disabled.
    """

    description: str
    script: str = ""
    later_script: str = ""
    disables: tuple[str, ...] = ()


class BrokenBrowser(NamedTuple):
    """A browser with some `QUIRKS`, and its expected behaviour. If `is_brief` is true, tests visit fewer pages."""

    quirks: tuple[str, ...] = ()
    width: int = LARGE
    may_disable: tuple[str, ...] = ()
    hydrates: bool = True
    loads_extras: bool = True
    loads_settings: bool = True
    allowed_logs: str = ""
    is_brief: bool = False

    @property
    def disabled(self) -> set[str]:
        return {feature for quirk in self.quirks for feature in QUIRKS[quirk].disables}

    @property
    def later_script(self) -> str:
        scripts = ";\n".join(filter(None, (QUIRKS[quirk].later_script for quirk in self.quirks)))
        return scripts and f"(() => {{ {HELPERS} {scripts} }})()"

    @property
    def early_script(self) -> str:
        scripts = "".join(f"{{ {QUIRKS[quirk].script}\n }}\n" for quirk in self.quirks)
        return f"{WATCH}\n(() => {{ {HELPERS} {SERVICE_WORKER} {scripts} }})(); window.isBroken = true"


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
        disables=("cookies", "storage", "worker"),
    ),
    "a sandboxed frame": Quirk(
        "Chrome, <iframe sandbox> without allow-same-origin: navigator.serviceWorker throws too (HTML, “sandboxing”)",
        f'{BLOCKED} refused(navigator, "serviceWorker")',
        disables=("cookies", "storage", "worker"),
    ),
    "cookies deleted on exit": Quirk(
        "Firefox, “Delete cookies when Firefox is closed”: `ready` rejects (bugzilla.mozilla.org/1429714)",
        """for (const name of ["register", "getRegistration"]) container[name] = async () => fail("SecurityError");
        container.ready = Promise.reject(new DOMException("broken", "SecurityError"));
        container.ready.catch(() => {});""",
        disables=("worker",),
    ),
    "storages null": Quirk(
        "Android WebView without setDomStorageEnabled (segmentio/analytics-next#345)",
        'for (const name of ["localStorage", "sessionStorage"]) given(window, name, null)',
        disables=("storage",),
    ),
    "storages full": Quirk(
        "Safari before 11, private window: a quota of 0 bytes; every browser with a full disk",
        'throwing(Storage.prototype, "setItem", "QuotaExceededError")',
        disables=("storage",),
    ),
    "storages damaged": Quirk(
        "Firefox with a damaged profile (bugzilla.mozilla.org/1703317)",
        'for (const name of ["getItem", "setItem", "removeItem"]) throwing(Storage.prototype, name, "UnknownError")',
        disables=("storage",),
    ),
    "Lockdown Mode": Quirk(
        "Safari 16+ (support.apple.com/105120): no service worker, caches, IndexedDB, locks, WebAssembly, FileReader",
        """gone(navigator, "serviceWorker", "locks");
        gone(window, "caches", "indexedDB", "WebAssembly", "FileReader");""",
    ),
    "register gives nothing": Quirk(
        "Chrome with a blocker (serwist/serwist#363)",
        "container.register = async () => undefined",
        disables=("worker",),
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
        disables=("performance",),
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
        disables=("history",),
    ),
    "the history refuses": Quirk(
        "a copy of the page at another origin, such as a search engine's cache (vercel/next.js#13719)",
        'for (const name of ["pushState", "replaceState"]) throwing(history, name)',
        disables=("history",),
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
        "Google Translate wraps texts in <font> (facebook/react#11538)", f"whole(() => {{ {FONTS} }})", disables=OFF
    ),
    "translated": Quirk("the same, once the application runs", later_script=FONTS),
    "elements put in early": Quirk(
        "Grammarly, LastPass, Dark Reader, Kaspersky (facebook/react#24430)",
        f"""whole(() => {{
            {INSERTED}
            for (const each of [document.documentElement, document.body, ...document.links]) {{
                each.setAttribute("data-extension", "1");
                each.style.setProperty("outline", "0");
            }}
        }})""",
        disables=OFF,
    ),
    "elements put in": Quirk("the same, once the application runs", later_script=INSERTED),
    "comments taken out early": Quirk(
        "Cloudflare's Auto Minify (facebook/react#10778)",
        """whole(() => {
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
            const found = [];
            while (walker.nextNode()) found.push(walker.currentNode);
            for (const each of found) each.remove();
            document.body.normalize();
        })""",
        disables=OFF,
    ),
    "the footer taken out": Quirk(
        "uBlock Origin, a filter with :remove() (github.com/gorhill/uBlock/wiki/Procedural-cosmetic-filters)",
        later_script='document.querySelector("footer")?.remove()',
    ),
    "everything wrapped": Quirk(
        "an extension that moves the page's elements (facebook/react#17256)",
        later_script="""{ const page = document.getElementById("__next"); const wrapper = document.createElement("div");
            wrapper.append(...page.childNodes); page.append(wrapper); }""",
        disables=OFF,
    ),
}


BROWSERS = {
    "cookies blocked": BrokenBrowser(("cookies blocked", "a limit of history changes", "marks cleared")),
    "extensions": BrokenBrowser(("update rejects", "no entries", "elements put in"), may_disable=("performance",)),
    "copy of the page": BrokenBrowser(
        ("the history refuses", "offline, it says", "register gives nothing"), loads_settings=False, is_brief=True
    ),
    "phone, sandboxed frame": BrokenBrowser(("a sandboxed frame", "a limit of history changes"), width=PHONE),
    "phone, Lockdown Mode": BrokenBrowser(("Lockdown Mode", "storages null", "no animation frames"), width=PHONE),
    "phone, translated": BrokenBrowser(
        ("storages full", "cookies deleted on exit", "the clipboard refuses", "translated", "the footer taken out"),
        width=PHONE,
    ),
    "phone, captive portal": BrokenBrowser(
        ("storages damaged", "a captive portal"),
        width=PHONE,
        allowed_logs=rf"warning: \[[\d.]+\] {NO_BUILD}.*",
        loads_settings=False,
        is_brief=True,
    ),
    "phone, everything wrapped": BrokenBrowser(
        ("everything wrapped",), width=PHONE, allowed_logs=r"error: NotFoundError: .*", is_brief=True
    ),
    "translated early": BrokenBrowser(("translated early",), hydrates=False, is_brief=True),
    "elements put in early": BrokenBrowser(("elements put in early",), hydrates=False, is_brief=True),
    "comments taken out early": BrokenBrowser(
        ("comments taken out early",), width=PHONE, hydrates=False, is_brief=True
    ),
}
