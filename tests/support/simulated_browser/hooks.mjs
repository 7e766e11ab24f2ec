// Finds modules as the build does, and replaces npm packages with stand-ins.
import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { dirname, extname, isAbsolute } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const HERE = import.meta.url;
globalThis.asked = []; // imported modules
globalThis.missing = new Set(); // modules that fail to import
globalThis.times = (name) => asked.filter((each) => each === name).length;
globalThis.replacement = (name) => import(`$/pwa/seam/replacements/${name}.js`);

let replace; // replaces packages as next.config.js says
const webpack = {
  NormalModuleReplacementPlugin: class {
    constructor(_, rule) {
      replace = rule;
    }
  },
};
createRequire(HERE)("./pwa/seam/next.config.js")({}, "").webpack(
  { plugins: [], module: { rules: [] } },
  { webpack, isServer: true, dev: true },
);

const urlOf = (request) => {
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
    return { url: urlOf(resource.request), shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith("file:")) return next(url, context);
    const text = readFileSync(new URL(url), "utf8");
    return { format: "module", source: url.endsWith(".json") ? exported(text) : text, shortCircuit: true };
  },
});
