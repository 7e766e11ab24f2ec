"""Broken browsers: what each of them lacks, refuses or changes, and what a visitor may then expect of the site.

The list holds what the site's code, Next, React and the libraries ask of a browser in a public page. Not in it is what
no page with React can do without: the language itself (`Promise`, `Map`, `Symbol`, arrays, `JSON`, `URL`), timers,
`location`, and the document's own `createElement`, `querySelector` and `addEventListener`.
"""

from dataclasses import dataclass

LARGE, PHONE = 1280, 390
"""Widths of the window in CSS pixels: at the first fullpage.js moves the home page's sections."""


@dataclass(frozen=True)
class Break:
    """`script` runs in every document before the site's own; `later` once in every document that has come to life.

    Every break is told by at least one extra's name, `tells` are those that it must be; `silent` says why nothing need
    be told. The rest is what the page can still do: fullpage.js moves its sections (`full`), a picture opens large
    (`large`; where it does not, its link leads to the picture), the poster is printed (`prints`) and saved (`saves`),
    the question for consent is asked (`asks`), and Sentry hears of what is told (`reports`).
    """

    script: str = ""
    later: str = ""
    width: int = LARGE
    tells: tuple[str, ...] = ()
    silent: str = ""
    full: bool = True
    large: bool = True
    prints: bool = True
    saves: bool = True
    asks: bool = True
    reports: bool = True


# What the scripts say things with. `gone` takes a property away wherever it is defined, `refused` makes the reading of
# it throw, `throwing` the calling; `given` puts a value in its place.
WORDS = """
    const given = (target, name, value) => Object.defineProperty(target, name, { configurable: true, writable: true, value });
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

# A service worker that needs no network: what is broken of it, a row says.
WORKER = """
    const worker = Object.assign(new EventTarget(), {
        state: "activated",
        postMessage(message, ports) { ports?.[0]?.postMessage({ build: "this", ready: false }); },
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

SEEN = """{
    const { MutationObserver, performance } = window;
    const { warn, info } = console;
    const from = performance.timeOrigin;
    console.warn = (...said) => warn.call(console, `[${from}]`, ...said);
    let stood = false;
    new MutationObserver(() => {
        if (/^\\s*\\d{3}/.test(document.querySelector("main")?.textContent)) info.call(console, "the error page");
        const page = document.getElementById("__next");
        if (stood && page && !page.childElementCount) info.call(console, "a blank page");
        stood ||= page?.childElementCount > 0;
    }).observe(document, { childList: true, subtree: true, characterData: true });
    const { random } = Math;
    Math.random = () => 0.11 + 0.89 * random();
}"""
"""Tells of what a visitor may never see, be it for a moment; has each warning say which document it is of; and keeps
Sentry from recording and tracing a tenth of the visits."""

NOBODY_ASKS = "no public page asks for it"
FALLS_BACK = "what does the same takes its place"
NOTICE = "the page itself says so"
UNNOTICED = "nothing fails"


def _limited(changes: int) -> str:
    return f"""
        let left = {changes};
        for (const name of ["pushState", "replaceState"]) {{
            const change = history[name];
            given(history, name, function (...args) {{ return left-- > 0 ? change.apply(this, args) : fail("SecurityError"); }});
        }}"""


STORAGES = {
    "cookies blocked": Break(
        """for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB", "cookieStore"]) refused(window, name);
        refused(Document.prototype, "cookie");
        for (const name of ["register", "getRegistration"]) container[name] = async () => fail("SecurityError");
        container.ready = new Promise(() => {});""",
        tells=("storage", "cookies"),
    ),
    "cookies blocked on a phone": Break(
        """for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"]) refused(window, name);
        refused(Document.prototype, "cookie");
        refused(navigator, "serviceWorker");""",
        width=PHONE,
        tells=("storage", "cookies"),
    ),
    "only document.cookie refused": Break('refused(Document.prototype, "cookie")', tells=("cookies",)),
    "cookies that cannot be written": Break(
        """Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => fail("SecurityError") })""",
        tells=("cookies",),
    ),
    "storages null": Break(
        'for (const name of ["localStorage", "sessionStorage"]) given(window, name, null)',
        tells=("storage",),
        width=PHONE,
    ),
    "storages missing": Break('gone(window, "localStorage", "sessionStorage")', tells=("storage",)),
    "storages full": Break('throwing(Storage.prototype, "setItem", "QuotaExceededError")', tells=("storage",)),
    "storages damaged": Break(
        'for (const name of ["getItem", "setItem", "removeItem"]) throwing(Storage.prototype, name, "UnknownError")',
        tells=("storage",),
    ),
    "only sessionStorage refused": Break('refused(window, "sessionStorage")', tells=("storage",)),
    "only localStorage refused": Break('refused(window, "localStorage")', tells=("storage",)),
    "storage that forgets at once": Break('given(Storage.prototype, "getItem", () => null)', silent=UNNOTICED),
    "storage of odd values": Break(
        'given(Storage.prototype, "getItem", () => "[object Object]")', silent=UNNOTICED, asks=False
    ),
    "no caches, no indexedDB, no BroadcastChannel": Break(
        'gone(window, "caches", "indexedDB", "BroadcastChannel", "Notification", "structuredClone", "SharedWorker")',
        silent=NOBODY_ASKS,
    ),
}

WORKERS = {
    "no service workers": Break('gone(navigator, "serviceWorker")', silent=UNNOTICED),
    "serviceWorker null": Break('given(navigator, "serviceWorker", null)', silent=UNNOTICED),
    "serviceWorker refused": Break('refused(navigator, "serviceWorker")'),
    "serviceWorker refused on a phone": Break('refused(navigator, "serviceWorker")', width=PHONE),
    "register gives nothing": Break("container.register = async () => undefined"),
    "register gives something odd": Break("container.register = async () => ({ installing: 1, active: {} })"),
    "register rejects": Break('container.register = async () => fail("SecurityError")'),
    "register throws": Break('throwing(container, "register")'),
    "register never answers": Break("container.register = () => new Promise(() => {})", silent=UNNOTICED),
    "getRegistration rejects": Break('container.getRegistration = async () => fail("InvalidStateError")'),
    "ready rejects": Break('container.ready = Promise.reject(new DOMException("broken", "InvalidStateError"))'),
    "ready is missing": Break("delete container.ready"),
    "no active worker": Break("registration.active = null"),
    "postMessage throws": Break('throwing(worker, "postMessage", "InvalidStateError")'),
    "a worker that answers nonsense": Break("worker.postMessage = (message, ports) => ports?.[0]?.postMessage(null)"),
    "a worker that cannot be listened to": Break('throwing(container, "addEventListener", "TypeError")'),
    "update throws": Break('throwing(registration, "update", "InvalidStateError")'),
    "a new version that cannot be told": Break(
        """registration.waiting = Object.assign(new EventTarget(), { state: "installed", postMessage(message, ports) {
            if (!ports) fail("InvalidStateError");
            ports[0].postMessage({ build: "next", ready: true });
        } })"""
    ),
}

OBSERVERS = {
    "no IntersectionObserver": Break('gone(window, "IntersectionObserver")'),
    "IntersectionObserver throws": Break('throwing(window, "IntersectionObserver", "TypeError")', width=PHONE),
    "observe throws": Break('throwing(IntersectionObserver.prototype, "observe", "TypeError")'),
    "unobserve throws": Break('throwing(IntersectionObserver.prototype, "unobserve", "TypeError")'),
    "no ResizeObserver": Break('gone(window, "ResizeObserver")'),
    "no PerformanceObserver": Break('gone(window, "PerformanceObserver")', reports=False),
    "PerformanceObserver throws": Break(
        'throwing(PerformanceObserver.prototype, "observe", "TypeError")', reports=False
    ),
    "no MutationObserver": Break(
        'gone(window, "MutationObserver", "WebKitMutationObserver")', silent="only replays ask for it", reports=False
    ),
}

MEDIA = {
    "no matchMedia": Break('gone(window, "matchMedia")', full=False),
    "no matchMedia on a phone": Break('gone(window, "matchMedia")', width=PHONE),
    "matchMedia throws": Break('throwing(window, "matchMedia", "TypeError")', full=False),
    "matchMedia gives null": Break('given(window, "matchMedia", () => null)', full=False),
    "media queries without addEventListener": Break(
        """const { matchMedia } = window;
        given(window, "matchMedia", (query) => {
            const { matches, media } = matchMedia(query);
            return { matches, media, addListener() {}, removeListener() {} };
        })""",
    ),
    "no visualViewport": Break('given(window, "visualViewport", undefined)'),
    "visualViewport null": Break('given(window, "visualViewport", null)', width=PHONE),
    "getComputedStyle gives null": Break('given(window, "getComputedStyle", () => null)'),
}

ELEMENTS = {
    "no showModal": Break('gone(HTMLDialogElement.prototype, "show", "showModal", "close")', large=False),
    "showModal throws": Break('throwing(HTMLDialogElement.prototype, "showModal", "InvalidStateError")', large=False),
    "no replaceChildren": Break('gone(Element.prototype, "replaceChildren")'),
    "no Element.animate": Break('gone(Element.prototype, "animate")', silent="the poster is there without it"),
    "Element.animate throws": Break('throwing(Element.prototype, "animate", "NotSupportedError")'),
    "scrollIntoView throws": Break('throwing(Element.prototype, "scrollIntoView", "TypeError")', width=PHONE),
    "no scrollIntoView": Break('gone(Element.prototype, "scrollIntoView")'),
    "scrollTo throws": Break(
        'throwing(window, "scrollTo", "TypeError"); throwing(Element.prototype, "scrollTo", "TypeError")'
    ),
    "focus throws": Break('throwing(HTMLElement.prototype, "focus", "TypeError")'),
    "no Array.findLast": Break('gone(Array.prototype, "findLast", "findLastIndex", "at")'),
}

TOOLS = {
    "no MessageChannel": Break('gone(window, "MessageChannel")'),
    "MessageChannel throws": Break('throwing(window, "MessageChannel", "TypeError")'),
    "no AbortController": Break('gone(window, "AbortController", "AbortSignal")'),
    "listeners without a signal": Break(
        """const { addEventListener } = EventTarget.prototype;
        given(EventTarget.prototype, "addEventListener", function (type, listener, options) {
            const capture = typeof options === "object" ? { capture: options?.capture, once: options?.once } : options;
            return addEventListener.call(this, type, listener, capture);
        })""",
        silent=UNNOTICED,
    ),
    "prototypes that are frozen": Break(
        "for (const each of [EventTarget, Node, Element, HTMLElement]) Object.freeze(each.prototype)"
    ),
    "no requestIdleCallback, queueMicrotask, reportError": Break(
        'gone(window, "requestIdleCallback", "cancelIdleCallback", "queueMicrotask", "reportError")', silent=FALLS_BACK
    ),
    "requestIdleCallback throws": Break('throwing(window, "requestIdleCallback", "TypeError")'),
    "requestAnimationFrame never calls": Break('given(window, "requestAnimationFrame", () => 1)', silent=UNNOTICED),
    "requestAnimationFrame throws": Break('throwing(window, "requestAnimationFrame", "TypeError")'),
    "no CustomEvent": Break('gone(window, "CustomEvent")'),
    "dispatchEvent throws": Break('throwing(EventTarget.prototype, "dispatchEvent", "InvalidStateError")'),
    "no crypto": Break('gone(window, "crypto")', silent=FALLS_BACK),
    "Worker throws": Break('throwing(window, "Worker")', silent="only replays ask for it"),
    "no URL.createObjectURL": Break('gone(URL, "createObjectURL")', saves=False),
    "URL.createObjectURL throws": Break('throwing(URL, "createObjectURL", "TypeError")', saves=False, width=PHONE),
    "no clipboard": Break('given(navigator, "clipboard", undefined)', silent=NOTICE),
    "the clipboard throws": Break('throwing(navigator.clipboard.constructor.prototype, "writeText")', silent=NOTICE),
    "no vibrate": Break('gone(navigator, "vibrate")', silent="few devices have it"),
    "vibrate throws": Break('throwing(Navigator.prototype, "vibrate")', width=PHONE),
    "connection throws": Break('refused(Navigator.prototype, "connection")'),
    "connection that cannot be listened to": Break(
        """given(Navigator.prototype, "connection", { get effectiveType() { fail("TypeError"); }, addEventListener: 1 })"""
    ),
    "doNotTrack throws": Break('refused(Navigator.prototype, "doNotTrack")', asks=False),
    "onLine throws": Break('refused(Navigator.prototype, "onLine")'),
    "always offline, as it says": Break(
        'given(Navigator.prototype, "onLine", false)', silent=UNNOTICED, asks=False, reports=False
    ),
    "no trusted types": Break('gone(window, "trustedTypes")', silent=FALLS_BACK),
    "trusted types that throw": Break('throwing(TrustedTypePolicyFactory.prototype, "createPolicy", "TypeError")'),
    "scripts that cannot be added": Break(
        """const { appendChild, insertBefore } = Node.prototype;
        given(Node.prototype, "appendChild", function (node) {
            return node.localName === "script" ? fail("SecurityError") : appendChild.call(this, node);
        });
        given(Node.prototype, "insertBefore", function (node, before) {
            return node.localName === "script" ? fail("SecurityError") : insertBefore.call(this, node, before);
        })""",
        full=False,
        reports=False,
        asks=False,
    ),
    "arrays and objects with more in them": Break(
        """Array.prototype.contains = function (each) { return this.includes(each); };
        Object.prototype.extended = function () {};""",
        silent=UNNOTICED,
    ),
}

MEASURES = {
    "marks that another tool has cleared": Break(
        """const { mark } = Performance.prototype;
        given(Performance.prototype, "mark", function (...args) {
            const made = mark.apply(this, args);
            this.clearMarks();
            return made;
        })""",
        tells=("performance",),
    ),
    "performance.mark throws": Break('throwing(Performance.prototype, "mark", "SyntaxError")', tells=("performance",)),
    "performance.measure throws": Break(
        'throwing(Performance.prototype, "measure", "SyntaxError")', tells=("performance",)
    ),
    "performance has nothing but now": Break(
        """const now = performance.now.bind(performance);
        given(window, "performance", { now, timeOrigin: performance.timeOrigin })""",
        tells=("performance",),
        reports=False,
    ),
    "entries that cannot be had": Break(
        """for (const name of ["getEntriesByName", "getEntriesByType", "clearMarks", "clearMeasures"])
            throwing(Performance.prototype, name, "TypeError")""",
        tells=("performance",),
        reports=False,
    ),
}

HISTORIES = {
    "pushState throws": Break('throwing(history, "pushState")', tells=("history",)),
    "pushState throws on a phone": Break('throwing(history, "pushState")', tells=("history",), width=PHONE),
    "replaceState throws": Break('throwing(history, "replaceState")', tells=("history",)),
    "the history cannot be changed": Break(
        'for (const name of ["pushState", "replaceState"]) throwing(history, name)', tells=("history",)
    ),
    "no changes of the history are left after three": Break(_limited(3), tells=("history",)),
    "no changes of the history are left after eight": Break(_limited(8), tells=("history",)),
    "no changes of the history are left on a phone": Break(_limited(8), tells=("history",), width=PHONE),
    "the history forgets its state": Break('given(History.prototype, "state", null)', silent=UNNOTICED),
    "the history's state throws": Break('refused(History.prototype, "state")', tells=("history",)),
}

FETCHING = {
    "no fetch": Break('gone(window, "fetch")', asks=False, reports=False),
    "fetch throws": Break('throwing(window, "fetch", "TypeError")', asks=False, reports=False),
    "fetch rejects": Break(
        'given(window, "fetch", async () => { throw new TypeError("Failed to fetch"); })', asks=False, reports=False
    ),
    "fetch never answers": Break(
        'given(window, "fetch", () => new Promise(() => {}))', silent=UNNOTICED, asks=False, reports=False
    ),
    "fetch gives something odd": Break('given(window, "fetch", async () => ({}))', asks=False, reports=False),
    "every answer is a page of HTML": Break(
        'given(window, "fetch", async () => new Response("<!doctype html><title>Sign in</title>"))',
        asks=False,
        reports=False,
    ),
}

FONTS = """for (const text of texts(document.body)) wrapped(wrapped(text, "font"), "font")"""
INSERTED = """for (const place of [document.body, document.getElementById("__next"), document.querySelector("main")])
    if (place) { place.prepend(document.createElement("aside")); place.append(document.createElement("aside")); }"""
WRAPPED = """{ const page = document.getElementById("__next"); const wrapper = document.createElement("div");
    wrapper.append(...page.childNodes); page.append(wrapper); }"""
UNSAID = "React puts up with it"

DOCUMENTS = {
    "the footer taken out early": Break('whole(() => document.querySelector("footer").remove())'),
    "the footer taken out": Break(later='document.querySelector("footer")?.remove()', silent=UNSAID),
    "the footer taken out on a phone": Break(
        later='document.querySelector("footer")?.remove()', silent=UNSAID, width=PHONE
    ),
    "the header taken out": Break(later='document.querySelector("header")?.remove()', silent=UNSAID),
    "main wrapped early": Break('whole(() => wrapped(document.querySelector("main")))'),
    "main wrapped": Break(later='wrapped(document.querySelector("main"))', silent=UNSAID),
    "main wrapped on a phone": Break(later='wrapped(document.querySelector("main"))', silent=UNSAID, width=PHONE),
    "main replaced by a copy": Break(
        later='{ const main = document.querySelector("main"); main.replaceWith(main.cloneNode(true)); }',
        silent=UNSAID,
        full=False,
        large=False,
        prints=False,
        saves=False,
    ),
    "everything in the page wrapped early": Break(f"whole(() => {WRAPPED})"),
    "everything in the page wrapped": Break(later=WRAPPED, silent=UNSAID),
    "the page itself wrapped": Break(later='wrapped(document.getElementById("__next"))', silent=UNSAID),
    "the heading moved": Break(later='document.body.append(document.querySelector("h1"))', silent=UNSAID),
    "the document written anew": Break(
        later="document.body.innerHTML += '<div></div>'",
        silent=UNSAID,
        full=False,
        large=False,
        prints=False,
        saves=False,
    ),
    "texts wrapped early, as translators do": Break(f"whole(() => {{ {FONTS} }})"),
    "texts wrapped, as translators do": Break(later=FONTS, silent=UNSAID),
    "texts wrapped on a phone": Break(later=FONTS, silent=UNSAID, width=PHONE),
    "elements put in early": Break(f"whole(() => {{ {INSERTED} }})"),
    "elements put in": Break(later=INSERTED, silent=UNSAID),
    "attributes put in early": Break(
        """whole(() => {
            for (const each of [document.documentElement, document.body, ...document.links]) {
                each.setAttribute("data-extension", "1");
                each.style.setProperty("outline", "0");
            }
        })""",
        silent=UNSAID,
    ),
    "comments taken out early": Break(
        """whole(() => {
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
            const found = [];
            while (walker.nextNode()) found.push(walker.currentNode);
            for (const each of found) each.remove();
            document.body.normalize();
        })"""
    ),
    "the head cleared": Break(
        later="""for (const each of document.head.querySelectorAll("meta, title, noscript, link:not([rel=stylesheet])")) each.remove()""",
        silent=UNSAID,
    ),
}

BREAKS = {
    **STORAGES,
    **WORKERS,
    **OBSERVERS,
    **MEDIA,
    **ELEMENTS,
    **TOOLS,
    **MEASURES,
    **HISTORIES,
    **FETCHING,
    **DOCUMENTS,
}


def script(broken: Break) -> str:
    """What a page runs before the site's own scripts."""
    return f"{SEEN}\n(() => {{ {WORDS} {WORKER} {broken.script} }})()"


def later(broken: Break) -> str:
    """What a page that has come to life runs, once."""
    return f"(() => {{ {WORDS} {broken.later} }})()"
