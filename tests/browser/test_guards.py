"""Fallbacks replace APIs that a browser lacks. The site reports each missing API once."""

import pytest

from tests.support.javascript import Browser

PRELUDE = """
const reported = [];
console.warn = (text, error) => reported.push([text, error.name]);
const of = (name) => import(`$/app/browser/${name}.js`);
const fail = (name) => () => { throw new DOMException("no", name); };
"""


def off(name: str, error: str) -> list[str]:
    return [f'The extra "{name}" is off:', error]


STORES = {
    "refused": ('Object.defineProperty(globalThis, "localStorage", { get: fail("SecurityError") })', "SecurityError"),
    "null": ('Object.defineProperty(globalThis, "localStorage", { value: null })', "TypeError"),
    "missing": ('Object.defineProperty(globalThis, "localStorage", { value: undefined })', "TypeError"),
    "full": (
        """const held = new Map();
        Object.defineProperty(globalThis, "localStorage", { value: {
            getItem: (key) => held.get(key) ?? null, removeItem: (key) => held.delete(key), clear: () => held.clear(),
            setItem: fail("QuotaExceededError"),
        } })""",
        "QuotaExceededError",
    ),
}


@pytest.mark.parametrize(("broken", "error"), STORES.values(), ids=STORES)
def test_memory_replaces_a_storage_that_does_not_work(javascript: Browser, broken: str, error: str) -> None:
    assert javascript.run(f"""{PRELUDE} {broken};
        const {{ local }} = await of("storage");
        const stored = local.setItem("a", 1);
        const found = [stored, local.getItem("a"), local.getItem("b")];
        local.removeItem("a");
        found.push(local.getItem("a"));
        local.setItem("c", "2");
        found.push(local.keys().includes("c"));
        local.clear();
        return [...found, local.getItem("c"), reported];
    """) == [False, "1", None, None, True, None, [off("storage", error)]]


def test_a_storage_that_works_is_used(javascript: Browser) -> None:
    assert javascript.run(f"""{PRELUDE} const stored = new Map([["old", "1"]]);
        Object.defineProperty(globalThis, "localStorage", {{ value: {{
            getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value),
            removeItem: (key) => stored.delete(key), clear: () => stored.clear(),
        }} }});
        const {{ local }} = await of("storage");
        const outlives = local.setItem("new", "2");
        local.removeItem("old");
        return [outlives, local.getItem("new"), local.getItem("old"), [...stored], reported];
    """) == [True, "2", None, [["new", "2"]], []]


LOCKS = """
const holders = new Map();
Object.defineProperty(navigator, "locks", { value: {
    async request(name, options, task) {
        if (holders.has(name)) return task(null);
        holders.set(name, task);
        await task({ name });
        holders.delete(name);
    },
    query: async () => ({ held: [...holders.keys()].map((name) => ({ name })) }),
} });
const listeners = {};
globalThis.addEventListener = (type, listener) => { (listeners[type] ||= []).push(listener); };
const happen = async (type, event = {}) => {
    for (const listener of listeners[type].splice(0)) listener(event);
    await settle();
};
"""


def test_a_lock_is_held_while_the_page_is_shown(javascript: Browser) -> None:
    assert javascript.run(f"""{PRELUDE} {LOCKS}
        const {{ tryHoldLock, heldLocks }} = await of("locks");
        const found = [await tryHoldLock("a"), await tryHoldLock("a"), await heldLocks()];
        await happen("pagehide");
        found.push(await heldLocks());
        await happen("pageshow", {{ persisted: true }});
        return [...found, await heldLocks(), reported];
    """) == [True, False, ["a"], [], ["a"], []]


def test_a_lock_returns_if_the_page_stays(javascript: Browser) -> None:
    assert javascript.run(f"""{PRELUDE} {LOCKS}
        const {{ tryHoldLock, heldLocks }} = await of("locks");
        const found = [await tryHoldLock("a")];
        await happen("beforeunload");
        found.push(await heldLocks());
        await pass(3_000);
        return [...found, await heldLocks(), reported];
    """) == [True, [], ["a"], []]


def test_a_lock_that_is_granted_after_the_page_was_left_is_released(javascript: Browser) -> None:
    assert javascript.run(f"""{PRELUDE} {LOCKS}
        const request = navigator.locks.request;
        let grant;
        const granted = new Promise((resolve) => {{ grant = resolve; }});
        navigator.locks.request = async (...given) => {{ await granted; return request(...given); }};
        const {{ tryHoldLock, heldLocks }} = await of("locks");
        const holding = tryHoldLock("a");
        await happen("pagehide");
        grant();
        await holding;
        await settle();
        return [await heldLocks(), reported];
    """) == [[], []]


def test_without_locks_every_tab_gets_one_and_none_is_listed(javascript: Browser) -> None:
    assert javascript.run(f"""{PRELUDE}
        Object.defineProperty(navigator, "locks", {{ value: undefined }});
        const {{ tryHoldLock, heldLocks }} = await of("locks");
        return [await tryHoldLock("a"), await heldLocks(), reported];
    """) == [True, None, [off("locks", "TypeError")]]


def test_memory_replaces_blocked_cookies(javascript: Browser) -> None:
    assert javascript.run(f"""{PRELUDE}
        Object.defineProperty(document, "cookie", {{ get: fail("SecurityError"), set: fail("SecurityError") }});
        const {{ cookies }} = await of("cookies");
        const found = [cookies.text];
        cookies.text = "a=1; path=/; max-age=60";
        cookies.text = "b=2";
        cookies.text = "nothing";
        found.push(cookies.text);
        cookies.text = "a=; path=/; max-age=0";
        return [...found, cookies.text, reported];
    """) == ["", "a=1; b=2", "b=2", [off("cookies", "SecurityError")]]


def test_a_refused_history_change_returns_false(javascript: Browser) -> None:
    assert javascript.run(f"""{PRELUDE}
        const calls = [];
        const replaceState = (...call) => calls.push(call);
        globalThis.history = {{ state: {{ a: 1 }}, pushState: fail("SecurityError"), replaceState }};
        const {{ entries }} = await of("history");
        const pushed = [entries.push({{}}, "#a"), entries.push({{}}, "#b")];
        return [entries.state, ...pushed, entries.replace({{ b: 2 }}, "#c"), calls, reported];
    """) == [{"a": 1}, False, False, True, [[{"b": 2}, "", "#c"]], [off("history", "SecurityError")]]


def test_a_timeline_that_was_cleared_or_fails_measures_nothing(javascript: Browser) -> None:
    assert javascript.run(f"""{PRELUDE}
        const {{ timing }} = await of("timing");
        timing.measure("a", "gone", "gone as well");
        Object.defineProperty(globalThis, "performance", {{ value: {{ now: fail("UnknownError") }} }});
        timing.mark("b");
        return [timing.getEntriesByName("a"), typeof timing.now(), reported];
    """) == [[], "number", [off("performance", "SyntaxError")]]


CONNECTIONS = {
    "none": ("{}", {"saveData": False, "effectiveType": "4g"}, True, []),
    "one": ("{ connection: { saveData: true }, onLine: false }", {"saveData": True}, False, []),
    "refused": (
        "{ get connection() { fail('SecurityError')() }, get onLine() { fail('SecurityError')() } }",
        {"saveData": False, "effectiveType": "4g"},
        True,
        [off("connection", "SecurityError")],
    ),
}


@pytest.mark.parametrize(("given", "connection", "online", "reported"), CONNECTIONS.values(), ids=CONNECTIONS)
def test_an_unknown_network_counts_as_online_and_fast(
    javascript: Browser, given: str, connection: object, online: bool, reported: object
) -> None:
    assert javascript.run(f"""{PRELUDE} Object.defineProperty(globalThis, "navigator", {{ value: {given} }});
        const {{ connection, isOnline }} = await of("network");
        return [connection(), isOnline(), reported];
    """) == [connection, online, reported]


TASK_LOCKS = {
    "missing": ("undefined", ["done", "done"]),
    "refused": ('{ request: async () => fail("SecurityError")() }', ["done", "done"]),
    "free": ("{ request: async (_, __, task) => task({}) }", ["done", "done"]),
    "taken": ("{ request: async (_, { ifAvailable }, task) => task(ifAvailable ? null : {}) }", ["done", None]),
}


@pytest.mark.parametrize(("locks", "results"), TASK_LOCKS.values(), ids=TASK_LOCKS)
def test_a_task_runs_unless_its_lock_is_taken(javascript: Browser, locks: str, results: list[str | None]) -> None:
    assert javascript.run(f"""{PRELUDE}
        Object.defineProperty(globalThis, "navigator", {{ value: {{ locks: {locks} }} }});
        const {{ withLock }} = await of("exclusive");
        let times = 0;
        const fails = async () => {{ times++; throw new Error("task"); }};
        return [
            await withLock("a", async () => "done", true),
            await withLock("a", async () => "done", false) ?? null,
            await withLock("a", fails, true).catch(({{ message }}) => message),
            times,
        ];
    """) == [*results, "task", 1]


DATABASES = {
    "missing": "undefined",
    "refused": '{ open: fail("SecurityError") }',
    "silent": "{ open: () => ({}) }",
    "broken": """{ open() {
        const request = { error: new DOMException("no", "UnknownError") };
        queueMicrotask(() => request.onerror());
        return request;
    } }""",
}


@pytest.mark.parametrize("database", DATABASES.values(), ids=DATABASES)
def test_a_transaction_rejects_where_there_is_no_database(javascript: Browser, database: str) -> None:
    script = f"""{PRELUDE} globalThis.indexedDB = {database};
        const {{ transact }} = await of("database");
        const outcome = transact("a", ["b"], "readonly", () => {{}}).then(() => "done", () => "rejected");
        await pass(3_000);
        return outcome;
    """
    assert javascript.run(script) == "rejected"
