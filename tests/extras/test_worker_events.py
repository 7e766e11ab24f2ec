from typing import Any

from tests.support.javascript import Browser

EVENTS = """
    const { handover } = await import("$/app/start/handover.js");
    const { deliverEvents } = await import("$/app/extras/worker/events.js");
    const target = new EventTarget();
    globalThis.addEventListener = target.addEventListener.bind(target);
    globalThis.removeEventListener = target.removeEventListener.bind(target);
    const { extra } = await import("$/app/guard/extra.js");
    const SITE = location.origin + "/sw.js";
    const happen = (name, build, script = SITE) => {
      handover.workerEvents.push([name, script, build]);
      target.dispatchEvent(Object.assign(new Event(`worker:${name}`), { detail: { script, build } }));
    };
    const got = [];
    // A page whose handlers are there until the returned function is called.
    const open = (path, names = ["installed", "waiting"], script = "/sw.js") => {
      location.pathname = path;
      const self = extra(path);
      const handlers = names.map((name) => [name, (build) => got.push([path, name, build])]);
      self.run(() => self.onEnd(deliverEvents(self, script, Object.fromEntries(handlers))));
      return self.end;
    };
"""


def got(javascript: Browser, script: str) -> Any:
    return javascript.run(f"{EVENTS}{script} return got;")


def test_past_and_future_events_are_delivered_in_order(javascript: Browser) -> None:
    script = 'happen("installed"); happen("waiting", "2"); open("/a"); happen("waiting", "3"); happen("activated");'
    assert got(javascript, script) == [["/a", "installed", ""], ["/a", "waiting", "2"], ["/a", "waiting", "3"]]


def test_an_event_is_delivered_once_to_each_page(javascript: Browser) -> None:
    script = """
        happen("waiting", "2");
        open("/a")();
        open("/b")();
        happen("waiting", "3");
        open("/a")();
        happen("waiting", "4");
    """
    assert got(javascript, script) == [["/a", "waiting", "2"], ["/b", "waiting", "2"], ["/a", "waiting", "3"]]


def test_two_components_of_a_page_get_the_same_events(javascript: Browser) -> None:
    assert got(javascript, 'happen("waiting", "2"); open("/a"); open("/a");') == [["/a", "waiting", "2"]] * 2


def test_a_page_gets_the_events_of_its_own_worker(javascript: Browser) -> None:
    script = """
        happen("installed");
        happen("installed", undefined, location.origin + "/lab/worker.js");
        open("/lab", ["installed"], "/lab/worker.js");
        happen("installed");
    """
    assert got(javascript, script) == [["/lab", "installed", ""]]


def test_a_failing_handler_ends_the_handlers_only(javascript: Browser) -> None:
    script = """
        console.warn = (text) => got.push(text);
        location.pathname = "/a";
        const self = extra("worker-events");
        const fail = () => { throw new Error("failed"); };
        self.run(() => self.onEnd(deliverEvents(self, "/sw.js", { installed: fail })));
        happen("installed");
        happen("installed");
        open("/b");
    """
    assert got(javascript, script) == ['The extra "worker-events" is off:', *[["/b", "installed", ""]] * 2]
