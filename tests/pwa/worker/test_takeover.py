"""An old service worker unregisters itself if the browser keeps it running. Its tabs then load the new version."""

from tests.support.javascript import Browser


def test_tabs_reload_themselves_and_only_tabs_of_earlier_releases_are_navigated(javascript: Browser) -> None:
    """Before a tab reloads itself, it waits until no inquiry would be lost. The reloaded URL has the same fragment."""
    assert javascript.run("""
        const steps = [];
        const tab = (url, isAnswering) => ({
          url,
          navigate: async (target) => void steps.push(`navigates ${target}`),
          postMessage: (message, [port]) => {
            steps.push(`${message} ${url}`);
            if (isAnswering) port.postMessage(message);
          },
        });
        const tabs = [tab("https://otisk.test/inquiry#2", true), tab("https://otisk.test/en?a=1#2", false)];
        globalThis.self = {
          registration: { waiting: {}, unregister: async () => void steps.push("unregisters") },
          clients: { matchAll: async () => tabs },
        };
        globalThis.fetch = async () => new Response();
        globalThis.MessageChannel = class {
          port1 = {};
          port2 = { postMessage: (data) => this.port1.onmessage({ data }) };
        };
        const { leave } = await import("$/pwa/worker/takeover.js");
        leave();
        await pass(1_000);
        leave();
        await pass(1_000);
        return steps;
    """) == [
        "unregisters",
        "reload https://otisk.test/inquiry#2",
        "reload https://otisk.test/en?a=1#2",
        "navigates https://otisk.test/en?a=1",
    ]
