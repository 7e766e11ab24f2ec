// A webpack loader that keeps packages from inserting style elements, which the security policy forbids. Style sheets
// contain the rules instead (pwa/seam/package_styles.py). The rules of react-style-singleton differ between pages, so
// this package gets a constructed style sheet.
const path = require("node:path");

const CONSTRUCTED = `
export const stylesheetSingleton = () => {
  let users = 0;
  let sheet;
  return {
    add(css) {
      if (users++) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      if (--users) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    },
  };
};`;

const STYLE_ELEMENT = /"style",\s*\{\s*dangerouslySetInnerHTML: \{\s*__html: `[^`]*`\s*\},\s*nonce\s*\}/;
const INSERTION = /(?<=function __insertCSS\(code\) \{)/;

// The code to replace and the new code, keyed by package.
/** @type {Record<string, [RegExp, string]>} */
const PACKAGES = {
  "@radix-ui/react-scroll-area": [STYLE_ELEMENT, '"template", {}'],
  "@radix-ui/react-select": [STYLE_ELEMENT, '"template", {}'],
  "react-style-singleton": [/^.*export var stylesheetSingleton = .*$/s, CONSTRUCTED],
  "sonner": [INSERTION, " return;"],
  "vaul": [INSERTION, " return;"],
};

// Packages to bundle for the server, so that it renders the same elements as the browser.
const BUNDLED = ["@radix-ui/themes", "radix-ui", "@radix-ui/react-scroll-area", "@radix-ui/react-select"];

// A pattern for the modules to change.
const FILES = new RegExp(
  `/node_modules/(${Object.keys(PACKAGES).join("|")})/dist/(?:index\\.mjs|es2015/singleton\\.js)$`.replaceAll(
    "/",
    "[\\\\/]",
  ),
);

/** @type {(this: { resourcePath: string }, source: string) => string} */
function withoutStyleElements(source) {
  const name = (FILES.exec(this.resourcePath)?.[1] || "").split(path.sep).join("/");
  const [pattern, replacement] = PACKAGES[name];
  if (!pattern.test(source))
    throw new Error(
      `${name} has changed: expected ${pattern} in it. See pwa/seam/style-elements.js, which depends on it.`,
    );
  return source.replace(pattern, () => replacement);
}

module.exports = Object.assign(withoutStyleElements, { BUNDLED, FILES });
