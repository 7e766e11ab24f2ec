// The project's own rules. An optional feature must never break the page (docs/rings.md). Code uses only features that
// every supported browser has, or provides a fallback (docs/browsers.md).
import { readFileSync } from "node:fs";
import css from "../.web/node_modules/@eslint/css/dist/index.js";
import { tailwind4 } from "../.web/node_modules/tailwind-csstree/dist/index.js";
import supported from "./browsers/rule.mjs";
import { SINCE } from "./browsers/support.mjs";

const features = JSON.parse(readFileSync(new URL("browsers/features.json", import.meta.url), "utf8"));

// Features that a browser may lack or refuse, and the guarded modules to use instead.
const GUARDED = {
  localStorage: "storage.js",
  sessionStorage: "storage.js",
  history: "history.js",
  performance: "timing.js",
  requestIdleCallback: "idle.js",
  caches: "the service worker",
  indexedDB: "database.js",
};
const GUARDED_PARTS = {
  document: { cookie: "cookies.js" },
  navigator: { connection: "network.js", locks: "locks.js", onLine: "network.js" },
};

/** @param {string} module */
const useInstead = (module) => `A browser may lack or refuse it; use app/browser/${module} (docs/rings.md).`;
const globals = Object.entries(GUARDED).map(([name, module]) => ({ name, message: useInstead(module) }));
const windows = ["window", "globalThis", "self"].flatMap((object) =>
  Object.entries(GUARDED).map(([property, module]) => ({ object, property, message: useInstead(module) })),
);
const parts = Object.entries(GUARDED_PARTS).flatMap(([object, properties]) =>
  Object.entries(properties).map(([property, module]) => ({ object, property, message: useInstead(module) })),
);

// In an extra, every function that the browser or React calls later must be guarded.
const GUARD = ":not(CallExpression[callee.name='guard'], CallExpression[callee.property.name='guard'])";
const STARTED = "In an extra, use `run`, `guard`, `listen`, `after` or `every` of app/guard/extra.js (docs/rings.md).";
const UNGUARDED = [
  "CallExpression[callee.name=/^(addEventListener|setTimeout|setInterval|queueMicrotask)$/]",
  "CallExpression[callee.property.name=/^(addEventListener|addListener|setTimeout|setInterval)$/]",
  "CallExpression[callee.property.name=/^(then|catch|finally)$/]" +
    ":not([callee.property.name='catch'][arguments.0.body.body.length=0])",
  `CallExpression[callee.name=/^(requestAnimationFrame|afterLoad)$/] > ${GUARD}.arguments`,
  `NewExpression[callee.name=/Observer$/] > ${GUARD}.arguments`,
  `CallExpression[callee.property.name='on'] > ${GUARD}.arguments:nth-child(2)`,
  `AssignmentExpression[left.property.name=/^on[a-z]+$/] > ${GUARD}:not(Literal).right`,
  "ImportSpecifier[imported.name=/^use(Layout|Insertion)?Effect$/]",
  "JSXOpeningElement[name.name=/^[a-z]/] > JSXAttribute[name.name=/^on[A-Z]/] > JSXExpressionContainer" +
    ` > ${GUARD}:not(Identifier[name=/^on[A-Z]/])`,
].map((selector) => ({ selector, message: STARTED }));

// Texts come from Python, which translates them (docs/how-to.md).
const TRANSLATED = "Visible texts come from Python: pass them as labels (docs/how-to.md, step 1).";
const PLAIN = [
  "JSXText[value=/\\p{L}{2}/u]",
  "JSXAttribute[name.name=/^(alt|title|placeholder|label|aria-label|aria-description)$/] > Literal[value=/\\p{L}{2}/u]",
].map((selector) => ({ selector, message: TRANSLATED }));

// Scripts that run when the site is built.
const IN_NODE = [
  "pwa/seam/{development-styles,next-build,next-client-loader,next-exports,separate-errors,style-elements}.js",
  "pwa/seam/{next-development,next.config}.js",
  "pwa/worker/manifest.js",
];

export default [
  {
    files: ["app/**/*.js", "pwa/seam/router.js", "pwa/seam/{connection,watch}.js", "pwa/seam/replacements/*.js"],
    ignores: ["app/pages/offline.js"], // a separate page, which reads the caches
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    rules: {
      "no-restricted-globals": ["error", ...globals],
      "no-restricted-properties": ["error", ...windows, ...parts],
      "no-restricted-syntax": ["error", ...PLAIN],
    },
  },
  // The start script must stay small, so it cannot use the guarded modules. guarded.js catches its errors.
  {
    files: ["app/browser/*.js", "app/start/*.js"],
    rules: { "no-restricted-globals": "off", "no-restricted-properties": "off" },
  },
  {
    files: ["app/extras/**/*.js", "app/i18n/dynamic.js", "app/navigation/prefetch.js"],
    rules: { "no-restricted-syntax": ["error", ...UNGUARDED, ...PLAIN] },
  },
  {
    files: ["app/**/*.js", "pwa/**/*.js"],
    ignores: [...IN_NODE],
    plugins: { browsers: { rules: { supported } } },
    languageOptions: { ecmaVersion: SINCE, parserOptions: { ecmaFeatures: { jsx: true } } },
    rules: { "browsers/supported": ["error", features.scripts] },
  },
  {
    files: ["**/*.css"],
    ignores: ["pwa/seam/styles/*.css"], // copies of packages' style sheets
    plugins: { css },
    language: "css/css",
    languageOptions: { customSyntax: tailwind4, tolerant: true },
    rules: { "css/use-baseline": ["error", { available: SINCE, ...features.styles }] },
  },
];
