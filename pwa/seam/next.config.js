// Extends the Next configuration that Reflex generates.
const crypto = require("node:crypto");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { worker } = require("../worker/manifest.js");
const { development, settingsOfDevelopment } = require("./next-development.js");
const { checkExports, UNUSED } = require("./next-exports.js");
const separateErrors = require("./separate-errors.js");
const { startScript } = require("./start-script.js");
const styleElements = require("./style-elements.js");

/**
 * @typedef {import("next").NextConfig} NextConfig
 * @typedef {Record<string, string | string[]>} Entries modules, keyed by webpack entry
 */

const ROOT = path.join(__dirname, "..", "..");
const REPLACEMENTS = path.join(__dirname, "replacements");
const CONFIGURATION = ["next.config.js", "package-lock.json", "postcss.config.js", "app/site.json"];
const MIN_SHARED_BYTES = 21_500;
const HASH_DIGITS = 8;

// Modules that Reflex imports, and their replacements. A replacement can itself import the original module.
/** @type {Record<string, string>} */
const REPLACED = {
  "@emotion/react": "emotion-react",
  "axios": "axios",
  "json5": "json5",
  "next-themes": "next-themes",
  "next/document": "next-document",
  "socket.io-client": "socket.io-client",
  "universal-cookie": "universal-cookie",
  "$/env.json": "env",
};

// Browser APIs and their replacements. Each value is a module in app/browser, an export and, optionally, a property.
const GUARDED = {
  "localStorage": ["storage", "local"],
  "window.localStorage": ["storage", "local"],
  "sessionStorage": ["storage", "session"],
  "window.sessionStorage": ["storage", "session"],
  "document.cookie": ["cookies", "cookies", "text"],
  "performance": ["timing", "timing"],
  "window.performance": ["timing", "timing"],
};
const guarded = Object.fromEntries(
  Object.entries(GUARDED).map(([name, [module, ...keys]]) => [
    name,
    [path.join(ROOT, "app", "browser", `${module}.js`), ...keys],
  ]),
);

// Code that Next's router must contain, because pwa/seam/router.js patches this code.
const ROUTER_CODE = [
  "async change(method, url, as, options, forcedScroll) {",
  "changeState(method, url, as, options) {",
  "set(state, data, resetScroll) {",
  "if (e.cancelled) routeInfo.error = routeInfo.error || e;",
  "options._h === 1",
  "this._key = key;",
  "_h: 0",
  "this.routeLoader = ",
  "loadRoute (route, prefetch) {",
];
const checkRouter = () => {
  /** @param {string} name */
  const read = (name) => fs.readFileSync(require.resolve(`next/dist/${name}.js`), "utf8");
  const source = read("shared/lib/router/router") + read("client/page-loader") + read("client/route-loader");
  const gone = ROUTER_CODE.find((expected) => !source.includes(expected));
  if (gone)
    throw new Error(
      `Next's router has changed: expected \`${gone}\` in it. See pwa/seam/router.js, which depends on it.`,
    );
};

/** @param {Record<string, string | false>} alias */
const withoutUnused = (alias) => {
  for (const [name, [ours]] of Object.entries(UNUSED)) {
    checkExports(name, require(`next/dist/${name}`));
    alias[require.resolve(`next/dist/${name}`)] = ours ? path.join(REPLACEMENTS, `${ours}.js`) : false;
  }
};

/** @param {{ request: string, context: string }} resource the imported name and the importing folder */
const replace = (resource) => {
  const ours = REPLACED[resource.request];
  const importer = resource.context;
  if (ours && importer !== REPLACEMENTS && !importer.includes("node_modules")) {
    resource.request = path.join(REPLACEMENTS, `${ours}.js`);
  }
};

/** @type {(folder: string) => string[]} */
const files = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** @param {string[]} sources */
const hashed = (sources) => {
  const hash = crypto.createHash("sha256");
  for (const file of sources.sort()) {
    hash.update(path.relative(ROOT, file)).update("\0").update(fs.readFileSync(file)).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
};

// The build ID depends only on the sources, so that builds are reproducible.
const buildId = () =>
  hashed([
    ...["app", "components", "pages", "pwa", "styles", "utils"].flatMap((name) => files(path.join(ROOT, name))),
    path.join(ROOT, "package-lock.json"),
  ]);

/**
 * Keeps webpack's cache valid until the configuration changes, because webpack's own check takes longer than compiling
 * a page.
 *
 * @param {{ type?: string, version?: string }} cache
 */
const persistent = (cache) => {
  if (cache.type !== "filesystem" || !cache.version)
    throw new Error(
      "Next's build has changed: expected a cache of webpack with a version, which next.config.js extends.",
    );
  const sources = [...files(path.join(ROOT, "pwa")), ...CONFIGURATION.map((name) => path.join(ROOT, name))];
  return { ...cache, buildDependencies: {}, version: `${cache.version}|${hashed(sources)}` };
};

/**
 * Removes a plugin that lists files for Next's server, which the site does not use.
 *
 * @param {object[]} plugins
 */
const withoutTraces = (plugins) => {
  const others = plugins.filter((plugin) => plugin.constructor.name !== "TraceEntryPointsPlugin");
  if (others.length !== plugins.length - 1)
    throw new Error("Next's server build has changed: expected a TraceEntryPointsPlugin, which next.config.js drops.");
  return others;
};

/**
 * Sorts webpack's entries, because Next's order varies and module IDs depend on the order.
 *
 * @param {Entries} entries
 */
const sorted = (entries) => Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * In production, replaces Next's first module with entry.js. During development, only adds app/main.js.
 *
 * @param {Entries} entries
 * @param {boolean} dev
 */
const withEntry = (entries, dev) => {
  if (!entries.main) return entries;
  const theirs = [entries.main].flat();
  if (dev) return { ...entries, main: [path.join(ROOT, "app", "main.js"), ...theirs] };
  if (theirs.length !== 1 || !theirs[0].endsWith("next/dist/client/next.js"))
    throw new Error(`Next's entry has changed: it is ${theirs}. See pwa/seam/entry.js, which replaces it.`);
  return { ...entries, main: [path.join(__dirname, "entry.js")] };
};

/** Excludes the build manifest from minification, because the minified code would depend on the build folder's path. */
const plainManifest = {
  /** @param {import("webpack").Compiler} compiler */
  apply: (compiler) =>
    compiler.hooks.thisCompilation.tap("KeepManifest", (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE - 1;
      compilation.hooks.processAssets.tap({ name: "KeepManifest", stage }, (assets) => {
        for (const name of Object.keys(assets).filter((each) => each.endsWith("/_buildManifest.js"))) {
          compilation.updateAsset(name, (source) => source, { minimized: true });
        }
      });
    }),
};

/**
 * Makes browsers compile all functions of React and Next in the background, because every page needs nearly all of
 * them.
 *
 * @param {typeof import("webpack")} webpack
 */
const compileEagerly = (webpack) =>
  new webpack.BannerPlugin({
    banner: "//# allFunctionsCalledOnLoad",
    raw: true,
    include: /\/(framework|main)-/,
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/**
 * @param {NextConfig} generated Reflex's configuration
 * @param {string} phase
 * @returns {NextConfig}
 */
module.exports = (generated, phase) => ({
  ...generated,
  trailingSlash: false,
  poweredByHeader: false,
  generateBuildId: buildId,
  eslint: { ignoreDuringBuilds: true },
  experimental: {
    ...generated.experimental,
    clientRouterFilter: false,
    cpus: os.availableParallelism(), // by default, Next leaves one core idle
    prerenderEarlyExit: false, // makes a build report all failing pages, not only the first
    serverMinification: false, // minification is not needed, because server code runs only during builds
  },
  outputFileTracingExcludes: { "next-server": ["**"] },
  // Without this setting, prerendering would not use the replacements, and hydration would fail.
  transpilePackages: [
    ...(generated.transpilePackages || []),
    ...styleElements.BUNDLED,
    ...Object.keys(REPLACED).filter((name) => !/^(\$|next\/)/.test(name)),
  ],
  ...(phase === "phase-development-server"
    ? development()
    : { compiler: { removeConsole: { exclude: ["error", "warn"] } } }),
  webpack(config, { webpack, buildId, dev, isServer, nextRuntime }) {
    if (!dev && !isServer) {
      // Next's default for `minSize` (20,000) is too small, because webpack also counts comments.
      Object.assign(config.optimization.splitChunks, { minSize: MIN_SHARED_BYTES });
      // Every page loads a list of all chunk names, so short hashes save bytes.
      config.output.hashDigestLength = HASH_DIGITS;
      checkRouter();
      withoutUnused(config.resolve.alias);
      config.module.rules.push({
        test: /next[\\/]dist[\\/]client[\\/](index|next|route-announcer)\.js$/,
        use: path.join(__dirname, "next-client-loader.js"),
      });
      config.plugins.push(plainManifest, compileEagerly(webpack), startScript(webpack, buildId), worker());
      // Sentry's own compression is not needed, because transport.js compresses recordings.
      config.plugins.push(new webpack.DefinePlugin({ __SENTRY_EXCLUDE_REPLAY_WORKER__: true }));
      config.devtool = "hidden-source-map"; // scripts do not link to the source maps, because the build moves the maps
    }
    if (dev) config.plugins.push(separateErrors);
    if (!dev) config.cache = persistent(config.cache);
    if (!dev && isServer && nextRuntime === "nodejs") config.plugins = withoutTraces(config.plugins);
    if (!isServer) config.plugins.push(new webpack.ProvidePlugin(guarded));
    config.plugins.push(new webpack.NormalModuleReplacementPlugin(/./, replace));
    config.module.rules.push({
      test: /fullpage\.js[\\/]dist[\\/]fullpage\.js$/,
      use: path.join(__dirname, "fullpage-loader.js"),
    });
    config.module.rules.push({ test: styleElements.FILES, use: path.join(__dirname, "style-elements.js") });
    if (dev && !isServer && settingsOfDevelopment().worker) config.plugins.push(worker({ isCaching: false }));
    const entries = config.entry;
    config.entry = async () => sorted(withEntry(await entries(), dev));
    return config;
  },
});
