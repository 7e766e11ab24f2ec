from playwright.sync_api import Route

from tests.support.visitor import Visitor

RECORD = """
    for (const name of ["installed", "waiting", "activated", "offline-ready"]) {
        addEventListener(`worker:${name}`, () => (window.reported ||= []).push(name));
    }
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (...given) {
        const registration = await register.apply(this, given);
        const worker = registration.installing;
        const record = () => { window.becameOfIt = worker.state; };
        worker?.addEventListener("statechange", record);
        if (worker) record();
        return registration;
    };
"""
CLAIM_FIRST_REPORT = """
    (async () => {
        const { active } = await navigator.serviceWorker.ready;
        const { port1, port2 } = new MessageChannel();
        active.postMessage({ type: "REPORT", state: "activated" }, [port2]);
        return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data.ready); });
    })()
"""
"""JavaScript that asks the service worker whether to show the offline notice. Only the first answer is true."""
CACHED_URLS = """
    (async () => {
        const urls = {};
        for (const name of await caches.keys()) {
            urls[name] = (await (await caches.open(name)).keys()).map(({ url }) => url);
        }
        return urls;
    })()
"""
CACHED_TEXTS = """
    (async () => {
        const texts = {};
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) texts[request.url] = await (await cache.match(request)).text();
        }
        return texts;
    })()
"""
BROKEN_PICTURES = """
    (async () => {
        const pictures = [...document.images];
        for (const picture of pictures) picture.loading = "eager";
        await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
        return pictures.filter(({ naturalWidth }) => !naturalWidth).map(({ currentSrc }) => currentSrc);
    })()
"""


def install_offline_site(guest: Visitor, url: str) -> None:
    guest.page.add_init_script(RECORD)
    guest.opens(url)
    wait_until_reported(guest, "offline-ready")
    guest.poll(
        lambda: any(url.endswith("/builds/latest.json") for url in guest.requests), "the request for the latest build"
    )
    guest.settle()


def prepend_to_worker(guest: Visitor, site: str, script: str, times: int | None = None) -> None:
    """Prepends `script` to the service worker's code at each download, or only at the first `times` downloads."""

    def prepended(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{script};{answer.text()}")

    guest.page.context.route(f"{site}/sw.js", prepended, times=times)


def stop_service_workers(guest: Visitor) -> None:
    """Stops the service workers. The browser restarts them when needed."""
    session = guest.page.context.new_cdp_session(guest.page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")


def wait_until_reported(guest: Visitor, name: str) -> None:
    guest.until(f"window.reported?.includes('{name}')")


def cached_urls(guest: Visitor) -> dict[str, list[str]]:
    return guest.page.evaluate(CACHED_URLS)


def cached_texts(guest: Visitor) -> dict[str, str]:
    return guest.page.evaluate(CACHED_TEXTS)


def broken_pictures(guest: Visitor) -> list[str]:
    return guest.page.evaluate(BROKEN_PICTURES)
