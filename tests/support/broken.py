"""Broken browsers: what each of them lacks, refuses or changes, and what a visitor may then expect of the site.

The list holds what the site's code, Next, React and the libraries ask of a browser in a public page. Not in it is what
no page with React can do without: the language itself (`Promise`, `Map`, `Symbol`, arrays, `JSON`, `URL`), timers,
`location`, and the document's own `createElement`, `querySelector` and `addEventListener`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

LARGE, PHONE = 1280, 390
"""Widths of the window in CSS pixels: at the first fullpage.js moves the home page's sections."""


@dataclass(frozen=True)
class Break:
    """`script` runs in every document before the site's own; `later` once in every document that has come to life.

    Every break is told by the names of the extras that it stops (`tells`), or `silent` says why nothing need be told;
    what is told or not as the visit goes, `may` be. What another break does to the extras that it `hides` could not be
    seen, or nothing of this one. The rest is what the page can still do: fullpage.js moves its sections (`full`), a
    picture opens large (`large`; where it does not, its link leads to the picture), the press of posters works
    (`prints`), the question for consent is asked (`asks`), and Sentry hears of what is told (`reports`). `presses` is
    a button of its own that the visitor presses on the first page. Where the document `stays`, its HTML is no longer
    what React expects, and the application leaves it as it is. Where React cannot draw the next page, every page
    `loads`. `warns` is what else the console may be warned of, `says` a pattern of what others print. A `brief` walk
    leads past the gallery and the press. What is broken `alone` would keep the site from what else is.
    """

    script: str = ""
    later: str = ""
    width: int = LARGE
    tells: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    silent: str = ""
    full: bool = True
    large: bool = True
    prints: bool = True
    presses: str = ""
    stays: bool = False
    warns: str = ""
    says: str = ""
    asks: bool = True
    reports: bool = True
    loads: bool = False
    brief: bool = False
    alone: bool = False


# What the scripts say things with. `gone` takes a property away wherever it is defined, `refused` makes the reading of
# it throw, `throwing` the calling; `given` puts a value in its place.
WORDS = """
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

# A service worker that needs no network: what is broken of it, a row says.
WORKER = """
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

SEEN = """{
    const { MutationObserver, performance, dispatchEvent } = window;
    const { warn, info } = console;
    const from = performance.timeOrigin;
    console.warn = (...said) => warn.call(console, `[${from}]`, ...said);
    const seen = new Set();
    const tell = (what) => seen.has(what) || seen.add(what) && info.call(console, what);
    let stood = false;
    new MutationObserver(() => {
        if (/^\\s*\\d{3}/.test(document.querySelector("main")?.textContent)) tell("the error page");
        const page = document.getElementById("__next");
        if (stood && page && !page.childElementCount) tell("a blank page");
        stood ||= page?.childElementCount > 0;
    }).observe(document, { childList: true, subtree: true, characterData: true });
    window.happen = (target, name) => dispatchEvent.call(target, new Event(name, { bubbles: true }));
    const { random } = Math;
    Math.random = () => 0.11 + 0.89 * random();
}"""
"""Tells of what a visitor may never see, be it for a moment; has each warning say which document it is of; lets things
`happen` whatever becomes of events; and keeps Sentry from recording and tracing a tenth of the visits."""

UNNOTICED = "nothing fails"
SAID = "the page itself says so"
UNHEARD = "the network has failed, not the page"
NEXT_SAYS = r"error: (TypeError|SecurityError): broken.*"
NO_NEWS = "Failed to look for a newer build: "
REFRESH = "[role=status] button:not([aria-label])"
"""The button of a notice."""
LIMITED = """let left = 8;
    for (const name of ["pushState", "replaceState"]) {
        const change = history[name];
        given(history, name, function (...args) {
            return left-- > 0 ? change.apply(this, args) : fail("SecurityError");
        });
    }"""
"""Safari takes a hundred changes in thirty seconds."""

STORAGES = {
    "cookies blocked": Break(
        """for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"]) refused(window, name);
        refused(Document.prototype, "cookie");
        for (const name of ["register", "getRegistration"]) container[name] = async () => fail("SecurityError");
        container.ready = new Promise(() => {});""",
        tells=("cookies", "storage", "worker"),
    ),
    "cookies blocked on a phone": Break(
        """for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"]) refused(window, name);
        refused(Document.prototype, "cookie");
        refused(navigator, "serviceWorker");""",
        width=PHONE,
        tells=("cookies", "storage", "worker"),
    ),
    "only document.cookie refused": Break('refused(Document.prototype, "cookie")', tells=("cookies",)),
    "only sessionStorage refused": Break('refused(window, "sessionStorage")', tells=("storage",), width=PHONE),
    "storages null": Break(
        'for (const name of ["localStorage", "sessionStorage"]) given(window, name, null)',
        width=PHONE,
        tells=("storage",),
    ),
    "storages full": Break(
        'throwing(Storage.prototype, "setItem", "QuotaExceededError")', tells=("storage",), width=PHONE
    ),
    "storages damaged": Break(
        'for (const name of ["getItem", "setItem", "removeItem"]) throwing(Storage.prototype, name, "UnknownError")',
        tells=("storage",),
        width=PHONE,
    ),
    "storages of odd values": Break(
        'given(Storage.prototype, "getItem", () => "[object Object]")', silent=UNNOTICED, asks=False, width=PHONE
    ),
}

WORKERS = {
    "no service workers": Break('gone(navigator, "serviceWorker")', silent=UNNOTICED, hides=("worker",)),
    "serviceWorker null": Break('given(navigator, "serviceWorker", null)', tells=("worker",), width=PHONE),
    "serviceWorker throws": Break('refused(navigator, "serviceWorker")', tells=("worker",)),
    "register gives nothing": Break("container.register = async () => undefined", width=PHONE, tells=("worker",)),
    "register gives something odd": Break(
        "container.register = async () => ({ installing: 1, active: {} })", tells=("worker",)
    ),
    "register rejects": Break('container.register = async () => fail("SecurityError")', tells=("worker",), width=PHONE),
    "ready rejects": Break(
        """container.ready = Promise.reject(new DOMException("broken", "InvalidStateError"));
        container.ready.catch(() => {}); // or it would be unhandled before anybody has asked""",
        tells=("worker",),
        width=PHONE,
    ),
    "no active worker": Break(
        "registration.active = null", silent="there is nobody to ask", hides=("worker",), width=PHONE
    ),
    "postMessage throws": Break('throwing(worker, "postMessage", "InvalidStateError")', tells=("worker",), width=PHONE),
    "a worker that answers nonsense": Break(
        "worker.postMessage = (message, ports) => ports?.[0]?.postMessage(null)", tells=("worker",)
    ),
    "a worker that cannot be listened to": Break(
        'throwing(container, "addEventListener", "TypeError")', tells=("worker",)
    ),
    "update throws": Break(
        'throwing(registration, "update", "InvalidStateError")', silent="it is asked hourly", may=("worker",)
    ),
    "a new version that cannot be told": Break(
        """registration.waiting = Object.assign(new EventTarget(), { state: "installed", postMessage(message, ports) {
            if (!ports) fail("InvalidStateError");
            ports[0].postMessage({ build: "next", ready: true });
        } })""",
        presses=REFRESH,
        tells=("worker",),
    ),
}

OBSERVERS = {
    "no IntersectionObserver": Break('gone(window, "IntersectionObserver")', tells=("observers",)),
    "IntersectionObserver throws": Break(
        'throwing(window, "IntersectionObserver", "TypeError")', width=PHONE, tells=("observers",)
    ),
    "observe throws": Break(
        'throwing(IntersectionObserver.prototype, "observe", "TypeError")', tells=("prefetch",), width=PHONE
    ),
    "unobserve throws": Break(
        'throwing(IntersectionObserver.prototype, "unobserve", "TypeError")', tells=("prefetch",), width=PHONE
    ),
    "no ResizeObserver": Break('gone(window, "ResizeObserver")', tells=("observers",)),
    "no PerformanceObserver": Break(
        'gone(window, "PerformanceObserver")',
        silent="only traces ask for it",
        may=("observers",),
        reports=False,
        width=PHONE,
    ),
    "no MutationObserver, no Worker": Break(
        'gone(window, "MutationObserver", "WebKitMutationObserver", "Worker")',
        silent="only replays ask for them",
        warns="TypeError: ",
        reports=False,
    ),
}

MEDIA = {
    "no matchMedia": Break('gone(window, "matchMedia")', full=False, tells=("media",), brief=True),
    "no matchMedia on a phone": Break('gone(window, "matchMedia")', width=PHONE, tells=("media",)),
    "matchMedia gives null": Break(
        'given(window, "matchMedia", () => null)', full=False, tells=("media",), brief=True, hides=("fullpage",)
    ),
    "media queries without addEventListener": Break(
        """const { matchMedia } = window;
        given(window, "matchMedia", (query) => {
            const { matches, media } = matchMedia(query);
            return { matches, media, addListener() {}, removeListener() {} };
        })""",
        silent="Safari has learnt it late",
        full=False,
        brief=True,
        hides=("fullpage",),
    ),
    "no visualViewport": Break('given(window, "visualViewport", undefined)', silent="nobody has zoomed in"),
    "visualViewport null": Break('given(window, "visualViewport", null)', silent="nobody has zoomed in", width=PHONE),
    "getComputedStyle gives null": Break(
        'given(window, "getComputedStyle", () => null)', full=False, tells=("fullpage",), brief=True
    ),
}

ELEMENTS = {
    "no showModal": Break(
        'gone(HTMLDialogElement.prototype, "show", "showModal", "close")', large=False, tells=("gallery",), width=PHONE
    ),
    "showModal throws": Break(
        'throwing(HTMLDialogElement.prototype, "showModal", "InvalidStateError")',
        large=False,
        width=PHONE,
        tells=("gallery",),
    ),
    "no replaceChildren": Break(
        'gone(Element.prototype, "replaceChildren")', large=False, tells=("gallery",), width=PHONE
    ),
    "no Element.animate": Break(
        'gone(Element.prototype, "animate")', silent="the poster is there without it", width=PHONE
    ),
    "Element.animate and vibrate throw": Break(
        'throwing(Element.prototype, "animate", "NotSupportedError"); throwing(Navigator.prototype, "vibrate")',
        width=PHONE,
        tells=("animation",),
    ),
    "no Array.findLast": Break(
        'gone(Array.prototype, "findLast", "findLastIndex", "at")',
        full=False,
        tells=("fullpage",),
        may=("extras",),
        brief=True,
    ),
}

SCROLLING = {
    "scrollIntoView throws": Break(
        'throwing(Element.prototype, "scrollIntoView", "TypeError")', width=PHONE, silent=UNNOTICED, brief=True
    ),
    "scrollTo throws": Break(
        'throwing(window, "scrollTo", "TypeError"); throwing(Element.prototype, "scrollTo", "TypeError")',
        says="uncaught: broken",  # React tells of it
        loads=True,
        tells=("fullpage",),
        may=("gallery",),
    ),
}

LANGUAGE = {
    "listeners without a signal": Break(
        """const { addEventListener } = EventTarget.prototype;
        given(EventTarget.prototype, "addEventListener", function (type, listener, options) {
            const capture = typeof options === "object" ? { capture: options?.capture, once: options?.once } : options;
            return addEventListener.call(this, type, listener, capture);
        })""",
        silent=UNNOTICED,
    ),
    "prototypes that are frozen": Break(
        "for (const each of [EventTarget, Node, Element, HTMLElement]) Object.freeze(each.prototype)",
        alone=True,
        full=False,
        tells=("fullpage",),
    ),
    "arrays and objects with more in them": Break(
        """Array.prototype.contains = function (each) { return this.includes(each); };
        Object.prototype.extended = function () {};""",
        silent=UNNOTICED,
    ),
}

FRAMES = {
    "URL.createObjectURL throws": Break(
        'throwing(URL, "createObjectURL", "TypeError")', silent="the poster's own text takes its place", width=PHONE
    ),
    "requestAnimationFrame never calls": Break(
        'given(window, "requestAnimationFrame", () => 1)', silent=UNNOTICED, width=PHONE
    ),
    "requestIdleCallback throws": Break(
        'throwing(window, "requestIdleCallback", "TypeError")',
        says=NEXT_SAYS,
        reports=False,
        tells=("monitoring",),
        width=PHONE,
    ),
}

NETWORK = {
    "connection throws": Break('refused(Navigator.prototype, "connection")', tells=("connection",)),
    "connection that cannot be listened to": Break(
        'given(Navigator.prototype, "connection", { get effectiveType() { fail("TypeError"); }, addEventListener: 1 })',
        tells=("prefetch",),
    ),
    "always offline, as it says": Break(
        'given(Navigator.prototype, "onLine", false)', silent=UNNOTICED, asks=False, reports=False, brief=True
    ),
}

TOOLS = {
    "the clipboard refuses": Break(
        'given(Navigator.prototype, "clipboard", { writeText: async () => fail("NotAllowedError") })',
        silent=SAID,
        hides=("history",),
        width=PHONE,
    ),
    "an old browser": Break(
        """gone(window, "caches", "indexedDB", "BroadcastChannel", "structuredClone", "crypto", "trustedTypes",
            "requestIdleCallback", "cancelIdleCallback", "queueMicrotask", "reportError", "cookieStore", "scheduler");
        given(Navigator.prototype, "clipboard", undefined);
        gone(navigator, "vibrate", "connection", "locks", "storage", "userAgentData", "permissions");""",
        silent="nobody asks for these, or something takes their place",
        may=("extras",),
        hides=("connection", "prefetch"),
    ),
    "no MessageChannel": Break('gone(window, "MessageChannel")', tells=("worker",), brief=True),
    "no AbortController": Break(
        'gone(window, "AbortController", "AbortSignal")', silent="nobody asks for it", brief=True
    ),
    "no CustomEvent": Break('gone(window, "CustomEvent")', tells=("worker",), brief=True, width=PHONE),
    "dispatchEvent throws": Break(
        'throwing(EventTarget.prototype, "dispatchEvent", "InvalidStateError")',
        says="uncaught: broken",  # now and then, of a timer that is not the site's
        full=False,
        asks=False,
        reports=False,
        tells=("builds", "worker"),
        may=("fullpage",),
        brief=True,
    ),
    "doNotTrack throws": Break(
        'refused(Navigator.prototype, "doNotTrack")', asks=False, tells=("builds", "consent"), brief=True
    ),
    "trusted types that throw": Break(
        'throwing(TrustedTypePolicyFactory.prototype, "createPolicy", "TypeError")',
        says=NEXT_SAYS,
        full=False,
        asks=False,
        reports=False,
        tells=("fullpage",),
        may=("notices",),
    ),
    "scripts that cannot be added": Break(
        """for (const name of ["appendChild", "insertBefore"]) {
            const add = Node.prototype[name];
            given(Node.prototype, name, function (node, ...rest) {
                return node.localName === "script" ? fail("SecurityError") : add.call(this, node, ...rest);
            });
        }""",
        says=NEXT_SAYS,
        full=False,
        large=False,
        asks=False,
        reports=False,
        tells=("fullpage",),
        may=("gallery", "monitoring", "notices"),
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
    "performance.mark throws": Break(
        'throwing(Performance.prototype, "mark", "SyntaxError")', tells=("performance",), width=PHONE
    ),
    "performance.measure throws": Break(
        'throwing(Performance.prototype, "measure", "SyntaxError")', tells=("performance",), width=PHONE
    ),
    "performance has nothing but now": Break(
        """const now = performance.now.bind(performance);
        given(window, "performance", { now, timeOrigin: performance.timeOrigin })""",
        tells=("performance",),
        may=("extras",),
        reports=False,
    ),
    "entries that cannot be had": Break(
        """for (const name of ["getEntriesByName", "getEntriesByType", "clearMarks", "clearMeasures"])
            throwing(Performance.prototype, name, "TypeError")""",
        tells=("performance",),
        says="uncaught: broken",  # in Sentry's own timers
        reports=False,
        width=PHONE,
    ),
}

HISTORIES = {
    "pushState throws": Break('throwing(history, "pushState")', tells=("history",), reports=False, brief=True),
    "pushState throws on a phone": Break(
        'throwing(history, "pushState")', tells=("history",), width=PHONE, reports=False
    ),
    "replaceState throws": Break('throwing(history, "replaceState")', tells=("fullpage", "history")),
    "the history cannot be changed": Break(
        'for (const name of ["pushState", "replaceState"]) throwing(history, name)',
        tells=("history",),
        reports=False,
        brief=True,
    ),
    "the history takes no more after a while": Break(LIMITED, tells=("history",)),
    "the history takes no more after a while on a phone": Break(LIMITED, tells=("history",), width=PHONE),
    "the history forgets its state": Break('given(History.prototype, "state", null)', silent=UNNOTICED),
    "the history's state throws": Break('refused(History.prototype, "state")', tells=("history",)),
}

FETCHING = {
    "no fetch": Break('gone(window, "fetch")', silent=UNHEARD, warns=NO_NEWS, asks=False, reports=False, width=PHONE),
    "fetch rejects": Break(
        'given(window, "fetch", async () => { throw new TypeError("Failed to fetch"); })',
        silent=UNHEARD,
        warns=NO_NEWS,
        asks=False,
        reports=False,
        width=PHONE,
    ),
    "fetch never answers": Break(
        'given(window, "fetch", () => new Promise(() => {}))', silent=UNNOTICED, asks=False, reports=False
    ),
    "every answer is a page of HTML": Break(
        'given(window, "fetch", async () => new Response("<!doctype html><title>Sign in</title>"))',
        silent=UNHEARD,
        warns=NO_NEWS,
        asks=False,
        reports=False,
        width=PHONE,
    ),
}

FONTS = """for (const text of texts(document.body)) wrapped(wrapped(text, "font"), "font")"""
INSERTED = """for (const place of [document.body, document.getElementById("__next"), document.querySelector("main")])
    if (place) { place.prepend(document.createElement("aside")); place.append(document.createElement("aside")); }"""
WRAPPED = """{ const page = document.getElementById("__next"); const wrapper = document.createElement("div");
    wrapper.append(...page.childNodes); page.append(wrapper); }"""
UNSAID = "React puts up with it"

# What is changed in a document, by the place: React finds only the first of those that are changed early.

STAYS: dict[str, Any] = {"tells": ("application",), "asks": False, "stays": True, "alone": True}

EARLY = {
    "the footer taken out early": Break('whole(() => document.querySelector("footer").remove())', **STAYS),
    "main wrapped early": Break('whole(() => wrapped(document.querySelector("main")))', **STAYS),
    "texts wrapped early, as translators do": Break(f"whole(() => {{ {FONTS} }})", **STAYS),
    "elements and attributes put in early": Break(
        f"""whole(() => {{
            {INSERTED}
            for (const each of [document.documentElement, document.body, ...document.links]) {{
                each.setAttribute("data-extension", "1");
                each.style.setProperty("outline", "0");
            }}
        }})""",
        **STAYS,
    ),
    "comments taken out early": Break(
        """whole(() => {
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
            const found = [];
            while (walker.nextNode()) found.push(walker.currentNode);
            for (const each of found) each.remove();
            document.body.normalize();
        })""",
        **STAYS,
    ),
}

HEADS = {
    "the head cleared": Break(
        later="""for (const each of document.head.querySelectorAll("meta, title, noscript, link:not([rel=stylesheet])"))
            each.remove()""",
        silent=UNSAID,
    ),
}

PAGES = {
    "everything in the page wrapped": Break(
        later=WRAPPED, tells=("application",), says=r"error: NotFoundError: .*", width=PHONE, brief=True
    ),
    "the page itself wrapped": Break(later='wrapped(document.getElementById("__next"))', silent=UNSAID),
    "the document written anew": Break(
        later="document.body.innerHTML += '<div></div>'",
        silent=UNSAID,
        may=("gallery",),  # its dialog may come after its place has gone
        says="error: Applying inline style violates .*",  # React had set it: it is in no document's policy
        reports=False,  # what is off leads to another document
        width=PHONE,
        large=False,
        prints=False,
    ),
}

MAINS = {
    "main wrapped": Break(later='wrapped(document.querySelector("main"))', silent=UNSAID),
    "main replaced by a copy": Break(
        later='{ const main = document.querySelector("main"); main.replaceWith(main.cloneNode(true)); }',
        silent=UNSAID,
        width=PHONE,
        large=False,
        prints=False,
    ),
}

CONTENTS = {
    "the heading moved": Break(
        later='document.querySelector("main").append(document.querySelector("h1"))', silent=UNSAID
    ),
    "texts wrapped, as translators do": Break(later=FONTS, silent=UNSAID, width=PHONE),
}

ADDITIONS = {
    "elements put in": Break(later=INSERTED, silent=UNSAID),
}

FOOTERS = {
    "the footer taken out": Break(later='document.querySelector("footer")?.remove()', silent=UNSAID),
    "the footer taken out on a phone": Break(
        later='document.querySelector("footer")?.remove()', silent=UNSAID, width=PHONE
    ),
}

DOCUMENTS = {**EARLY, **HEADS, **PAGES, **MAINS, **CONTENTS, **ADDITIONS, **FOOTERS}

BRIEF = (STORAGES, WORKERS, OBSERVERS, MEASURES, FETCHING, EARLY)
"""What no page asks for in a way of its own, or only the first one has."""
UNASKED = (WORKERS, MEASURES)
"""Of these, what has nothing to do with the question for consent either."""
KINDS = (
    *BRIEF,
    MEDIA,
    ELEMENTS,
    LANGUAGE,
    FRAMES,
    NETWORK,
    SCROLLING,
    TOOLS,
    HISTORIES,
    HEADS,
    PAGES,
    MAINS,
    CONTENTS,
    ADDITIONS,
    FOOTERS,
)
BREAKS = {name: replace(row, brief=row.brief or kind in BRIEF) for kind in KINDS for name, row in kind.items()}


def together(names: Iterable[str]) -> Break:
    """All that is broken in these browsers, in one."""
    return Break("".join(f"try {{ (() => {{ {BREAKS[name].script}\n }})(); }} catch {{}}\n" for name in names))


def packed(names: Iterable[str]) -> dict[str, Break]:
    """These breaks in few browsers, each by the names of those that it has: one of a kind, of which each is told by
    other extras, in a browser of which the same is expected. So each is seen to be told, whatever else is; and what is
    silent, to be so. Those that need a whole walk come first, so that others fill their browsers."""
    browsers: list[list[str]] = []
    for name in sorted(names, key=lambda name: (BREAKS[name].brief, _kind(name) in BRIEF)):
        browser = next((each for each in browsers if all(_meets(name, other) for other in each)), None)
        if browser is None:
            browsers.append(browser := [])
        browser.append(name)
    return {" + ".join(each): _merged([BREAKS[name] for name in each]) for each in browsers}


def _meets(name: str, other: str) -> bool:
    """Whether neither of two breaks changes anything of what the other is to show."""
    one, two = BREAKS[name], BREAKS[other]
    kinds = [_kind(name), _kind(other)]
    return (
        not (one.alone or two.alone)
        and kinds[0] is not kinds[1]
        and _expected(one) == _expected(two)
        and (one.asks == two.asks or any(kind in UNASKED for kind in kinds))
        and (any(kind in BRIEF for kind in kinds) or _shown(one) == _shown(two))
        and not {*one.tells, *one.may, *one.hides} & {*two.tells, *two.may, *two.hides}
        and not (one.later and _reloads(two))
        and not (two.later and _reloads(one))
    )


def _reloads(row: Break) -> bool:
    """Whether another document may be loaded before a later change is in its way."""
    return "history" in row.tells


def _expected(row: Break) -> tuple[object, ...]:
    """What is expected of the whole browser."""
    return row.width, row.warns, row.says, row.reports, row.loads


def _shown(row: Break) -> tuple[object, ...]:
    """What single pages can do in it, and how far fullpage.js gets."""
    return row.large, row.prints, row.full, row.full and "fullpage" not in row.tells


def _kind(name: str) -> dict[str, Break]:
    return next(kind for kind in KINDS if name in kind)


def _merged(rows: list[Break]) -> Break:
    return replace(
        rows[0],
        script="".join(f"{{ {row.script}\n }}\n" for row in rows),
        later=";\n".join(row.later for row in rows if row.later),
        tells=tuple(tell for row in rows for tell in row.tells),
        may=tuple(tell for row in rows for tell in row.may),
        silent="" if any(row.tells for row in rows) else "; ".join(row.silent for row in rows),
        full=all(row.full for row in rows),
        large=all(row.large for row in rows),
        prints=all(row.prints for row in rows),
        asks=all(row.asks for row in rows),
        presses=next((row.presses for row in rows if row.presses), ""),
        brief=all(row.brief for row in rows),
    )


def script(broken: Break) -> str:
    """What a page runs before the site's own scripts; then it is `isBroken`."""
    return f"{SEEN}\n(() => {{ {WORDS} {WORKER} {broken.script}\n }})(); window.isBroken = true"


def later(broken: Break) -> str:
    """What a page that has come to life runs, once."""
    return f"(() => {{ {WORDS} {broken.later} }})()"
