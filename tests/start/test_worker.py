from collections.abc import Callable
from typing import Any

import pytest

from tests.support.javascript import Browser

Started = Callable[..., Any]
START = """
    const target = (properties) => ({
      listeners: {},
      addEventListener(type, listener) { (this.listeners[type] ||= []).push(listener); },
      fire(type) { for (const each of this.listeners[type] || []) each({ target: this }); },
      ...properties,
    });
    const createWorker = (path, state, report) => target({
      state,
      scriptURL: location.origin + path,
      becomes(next) { this.state = next; this.fire("statechange"); },
      postMessage({ type, state }, [port]) { if (report) port.postMessage({ type, ...report, state }); },
    });
    const registrations = {};
    const registered = [];
    const createRegistration = (path, workers) => Object.assign(
      registrations[path] ||= target({ installing: null, waiting: null, active: null, update: async () => {} }),
      workers,
    );
    let becomeReady;
    const container = target({
      controller: null,
      ready: new Promise((resolve) => { becomeReady = resolve; }),
      register: async (path, { scope, updateViaCache }) => {
        registered.push([path, scope ?? null, updateViaCache]);
        if (broken) throw broken;
        return createRegistration(path);
      },
    });
    let broken;
    Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
    globalThis.MessageChannel = class {
      port1 = {};
      port2 = { postMessage: (data) => this.port1.onmessage({ data }) };
    };
    globalThis.requestIdleCallback = (task) => task();
    globalThis.setInterval = () => {};
    const dispatched = [];
    globalThis.dispatchEvent = ({ type, detail }) => dispatched.push([type, detail]);
    let reloads = 0;
    location.reload = () => reloads++;
    const mark = (worker, scope) => ({ dataset: { worker, scope } });
    const MARKS = [...marks];
    Object.assign(document, {
      readyState: "complete",
      querySelector: (selector) => (selector === "[data-worker]" && MARKS[0]) || null,
    });
    const { watchWorker } = await import("$/app/start/worker.js");
    const { handover } = await import("$/app/start/handover.js");
    const start = async () => { watchWorker(); await settle(); };
"""


@pytest.fixture
def started(javascript: Browser) -> Started:
    return lambda script, marks="mark('/sw.js')": javascript.run(START.replace("...marks", marks) + script)


@pytest.mark.parametrize(
    ("marks", "registered"),
    [
        ("mark('/sw.js')", [["/sw.js", None, "none"]]),
        ("mark('/sw.js', '/en')", [["/sw.js", "/en", "none"]]),
        ("mark('/lab/worker.js', '/lab/one')", [["/lab/worker.js", "/lab/one", "none"]]),
        ("mark('/lab/worker.js'), mark('/sw.js')", [["/lab/worker.js", None, "none"]]),
        ("mark(''), mark('/sw.js')", []),
        ("", []),
    ],
    ids=["the site's", "a scope", "another", "a page's own before the site's", "none on this page", "no mark"],
)
def test_the_first_mark_is_registered(started: Started, marks: str, registered: list[Any]) -> None:
    assert started("await start(); return [registered, handover.failures];", marks) == [registered, []]


def test_a_page_that_is_opened_later_can_register_its_own(started: Started) -> None:
    assert started("""
        await start();
        for (const each of [mark("/lab/worker.js"), mark("/sw.js"), mark(""), mark("/lab/worker.js")]) {
          await handover.register(each);
        }
        return registered.map(([path]) => path);
    """) == ["/sw.js", "/lab/worker.js"]


INSTALLED = """
    await start();
    const worker = createWorker("/sw.js", "installing", { build: "2", ready: READY });
    Object.assign(registrations["/sw.js"], { installing: worker });
    registrations["/sw.js"].fire("updatefound");
    worker.becomes("installed");
    await settle();
"""


@pytest.mark.parametrize(
    ("before", "ready", "events"),
    [
        ("", "false", [["installed", None]]),
        ("createRegistration('/sw.js', { active: ACTIVE });", "false", [["installed", None], ["waiting", "2"]]),
    ],
    ids=["the first", "an update"],
)
def test_an_installation_is_announced(started: Started, before: str, ready: str, events: list[Any]) -> None:
    active = "createWorker('/sw.js', 'activated', { build: '1' })"
    script = f"""
        {before.replace("ACTIVE", active)}
        {INSTALLED.replace("READY", ready)}
        return [dispatched, handover.workerEvents];
    """
    url = "https://otisk.test/sw.js"
    dispatched, retained = started(script)
    detail = [{"script": url} if build is None else {"script": url, "build": build} for _, build in events]
    assert dispatched == [[f"worker:{name}", each] for (name, _), each in zip(events, detail, strict=True)]
    assert retained == [[name, url, build] for name, build in events]


def test_an_activation_announces_that_the_site_works_offline(started: Started) -> None:
    announced = [["worker:activated", None], ["worker:offline-ready", "2"]]
    script = f"""
        {INSTALLED.replace("READY", "true")}
        dispatched.length = 0;
        worker.becomes("activated");
        await settle();
        return dispatched.map(([type, {{ build }}]) => [type, build ?? null]);
    """
    assert started(script) == announced


@pytest.mark.parametrize(
    ("state", "workers"),
    [
        ("installed", "{ waiting: worker, active: createWorker('/sw.js', 'activated', { build: '1' }) }"),
        ("activating", "{ active: worker }"),
    ],
)
def test_an_activation_is_announced_if_another_document_installed_the_worker(
    started: Started, state: str, workers: str
) -> None:
    assert started(f"""
        const worker = createWorker("/sw.js", "{state}", {{ build: "2" }});
        createRegistration("/sw.js", {workers});
        await start();
        dispatched.length = 0;
        worker.becomes("activating");
        worker.becomes("activated");
        await settle();
        return dispatched.map(([type]) => type);
    """) == ["worker:activated"]


def test_a_worker_that_webkit_hides_until_it_is_active_is_announced(started: Started) -> None:
    announced = ["worker:installed", "worker:activated", "worker:offline-ready"]
    assert started("""
        await start();
        const active = createWorker("/sw.js", "activating", { build: "1", ready: true });
        createRegistration("/sw.js", { active });
        becomeReady();
        await settle();
        const early = dispatched.length;
        active.becomes("activated");
        await settle();
        return [early, dispatched.map(([type]) => type)];
    """) == [0, announced]


def test_a_worker_is_announced_once(started: Started) -> None:
    announced = ["worker:installed", "worker:offline-ready", "worker:activated", "worker:offline-ready"]
    script = f"""
        {INSTALLED.replace("READY", "true")}
        createRegistration("/sw.js", {{ installing: null, active: worker }});
        worker.becomes("activated");
        becomeReady();
        await settle();
        return dispatched.map(([type]) => type);
    """
    assert started(script) == announced


def test_a_waiting_version_is_announced_on_each_load(started: Started) -> None:
    assert started("""
        const waiting = createWorker("/sw.js", "installed", { build: "2" });
        createRegistration("/sw.js", { waiting, active: createWorker("/sw.js", "activated", { build: "1" }) });
        await start();
        return dispatched.map(([type, { build }]) => [type, build]);
    """) == [["worker:waiting", "2"]]


def test_a_worker_that_reports_nothing_is_announced_without_its_build(started: Started) -> None:
    script = """
        createRegistration("/lab/worker.js", { installing: createWorker("/lab/worker.js", "installing", null) });
        await start();
        registrations["/lab/worker.js"].installing.becomes("installed");
        registrations["/lab/worker.js"].installing.becomes("activated");
        await settle();
        return dispatched.map(([type]) => type);
    """
    assert started(script, "mark('/lab/worker.js')") == ["worker:installed", "worker:activated"]


def test_updates_are_checked_hourly_and_on_return_but_neither_hidden_nor_offline(started: Started) -> None:
    assert started("""
        const intervals = [];
        const listeners = document.listeners;
        let updates = 0;
        globalThis.setInterval = (task, milliseconds) => intervals.push([task, milliseconds]);
        globalThis.addEventListener = (type, listener) => { listeners[type] = listener; };
        createRegistration("/sw.js", { update: async () => { updates++; } });
        await start();
        const [[hourly, milliseconds]] = intervals;
        const after = (task) => { task(); return updates; };
        const counts = [hourly, listeners.online, listeners.visibilitychange].map(after);
        document.visibilityState = "hidden";
        counts.push(after(hourly));
        document.visibilityState = "visible";
        Object.defineProperty(navigator, "onLine", { value: false });
        counts.push(after(listeners.visibilitychange));
        return [milliseconds, updates, counts];
    """) == [3_600_000, 3, [1, 2, 3, 3, 3]]


@pytest.mark.parametrize(
    ("active", "reloads"), [("null", 0), ("createWorker('/sw.js', 'activated', { build: '1' })", 1)]
)
def test_the_page_reloads_after_an_update_only(started: Started, active: str, reloads: int) -> None:
    script = f"""
        createRegistration("/sw.js", {{ active: {active} }});
        await start();
        await handover.register(mark("/lab/worker.js"));
        container.controller = createWorker("/sw.js", "activated", {{ build: "2" }});
        container.fire("controllerchange");
        await settle();
        return reloads;
    """
    assert started(script) == reloads


def test_the_page_reloads_only_when_no_inquiry_would_be_lost(started: Started) -> None:
    assert started("""
        createRegistration("/sw.js", { active: createWorker("/sw.js", "activated", { build: "1" }) });
        await start();
        let isBusy = true;
        handover.isBusy = () => isBusy;
        container.controller = createWorker("/sw.js", "activated", { build: "2" });
        container.fire("controllerchange");
        await pass(5_000);
        const before = reloads;
        isBusy = false;
        await pass(5_000);
        return [before, reloads];
    """) == [0, 1]


@pytest.mark.parametrize(
    ("message", "is_busy", "reloads"),
    [("'reload'", "false", [1, 1]), ("'reload'", "true", [0, 1]), ("null", "false", [0, 0]), ("{}", "false", [0, 0])],
    ids=["idle", "busy", "another message", "an object"],
)
def test_the_page_reloads_when_the_old_worker_leaves(
    started: Started, message: str, is_busy: str, reloads: list[int]
) -> None:
    assert started(f"""
        await start();
        let isBusy = {is_busy};
        let answers = 0;
        handover.isBusy = () => isBusy;
        const [listener] = container.listeners.message;
        listener({{ data: {message}, ports: [{{ postMessage: () => answers++ }}] }});
        await pass(5_000);
        const before = reloads;
        isBusy = false;
        await pass(5_000);
        return [before, reloads, answers, handover.failures];
    """) == [*reloads, reloads[-1], []]


def test_a_page_loaded_during_the_first_activation_does_not_reload(started: Started) -> None:
    script = """
        const first = createWorker("/sw.js", "activating", { build: "1" });
        createRegistration("/sw.js", { active: first });
        await start();
        container.controller = first;
        container.fire("controllerchange");
        first.becomes("activated");
        return reloads;
    """
    assert started(script) == 0


def test_a_failed_registration_is_retained_for_the_application(started: Started) -> None:
    assert started("""
        broken = new DOMException("Failed to register", "SecurityError");
        await start();
        return handover.failures.map(([name, { message }]) => [name, message]);
    """) == [["worker", "Failed to register"]]


@pytest.mark.parametrize(
    "error",
    [
        "new TypeError('Failed to register a ServiceWorker: An unknown error occurred when fetching the script.')",
        "new DOMException('The script has an unsupported MIME type (text/html).', 'SecurityError')",
        "new DOMException('The script resource is behind a redirect, which is disallowed.', 'SecurityError')",
    ],
    ids=["lost", "HTML", "a redirect"],
)
def test_a_lost_registration_is_repeated(started: Started, error: str) -> None:
    assert started(f"""
        broken = {error};
        const online = [];
        globalThis.addEventListener = (type, listener) => {{ if (type === "online") online.push(listener); }};
        console.warn = () => {{}};
        await start();
        await handover.register(MARKS[0]); // is being registered already
        const attempts = [];
        for (const seconds of [9, 1, 19, 1]) {{
          await pass(seconds * 1_000);
          attempts.push(registered.length);
        }}
        broken = undefined;
        for (const each of online) each();
        await settle();
        attempts.push(registered.length);
        await pass(600_000);
        return [attempts, registered.length, handover.failures, Object.keys(registrations)];
    """) == [[1, 2, 2, 3, 4], 4, [], ["/sw.js"]]


def test_attempts_without_a_network_do_not_count(started: Started) -> None:
    assert started("""
        Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
        broken = new TypeError("Failed to fetch");
        console.warn = () => {};
        await start();
        for (let attempt = 0; attempt < 20; attempt++) await pass(10_000);
        Object.defineProperty(navigator, "onLine", { value: true });
        await pass(10_000);
        broken = undefined;
        await pass(20_000);
        return [handover.failures.length, Object.keys(registrations)];
    """) == [0, ["/sw.js"]]


@pytest.mark.parametrize("is_online", ["undefined", "true"])
def test_a_lasting_failure_is_reported_once(started: Started, is_online: str) -> None:
    assert started(f"""
        Object.defineProperty(navigator, "onLine", {{ value: {is_online} }});
        broken = new TypeError("ServiceWorker script evaluation failed");
        console.warn = () => {{}};
        await start();
        for (const seconds of [10, 20, 40]) await pass(seconds * 1_000);
        const early = [registered.length, handover.failures.length];
        await pass(80_000);
        const late = [registered.length, handover.failures.length];
        await pass(600_000);
        return [early, late, handover.failures.length];
    """) == [[4, 0], [5, 1], 1]


def test_a_browser_without_service_workers_registers_nothing(started: Started) -> None:
    assert started("""
        Object.defineProperty(navigator, "serviceWorker", { value: undefined });
        await start();
        return [registered, handover.failures, typeof handover.register];
    """) == [[], [], "undefined"]
