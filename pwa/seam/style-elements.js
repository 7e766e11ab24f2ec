// A webpack loader for packages that insert style elements, which the content security policy forbids. Their rules are
// in style sheets (pwa/seam/package_styles.py), except those of react-style-singleton, which depend on the page.
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

// Maps packages to the code that inserts style elements, and to its replacement.
/** @type {Record<string, [RegExp, string]>} */
const PACKAGES = {
  "@radix-ui/react-scroll-area": [STYLE_ELEMENT, '"template", {}'],
  "@radix-ui/react-select": [STYLE_ELEMENT, '"template", {}'],
  "react-style-singleton": [/^.*export var stylesheetSingleton = .*$/s, CONSTRUCTED],
  "sonner": [INSERTION, " return;"],
  "vaul": [INSERTION, " return;"],
};

// Packages that the server has to bundle, so that it renders the same elements as the browser.
const BUNDLED = ["@radix-ui/themes", "radix-ui", "@radix-ui/react-scroll-area", "@radix-ui/react-select"];

// Matches the modules that contain this code.
const FILES = new RegExp(
  `/node_modules/(${Object.keys(PACKAGES).join("|")})/dist/(?:index\\.mjs|es2015/singleton\\.js)$`.replaceAll(
    "/",
    "[\\\\/]",
  ),
);

/**
 * @this {{ resourcePath: string }}
 * @param {string} source
 * @returns {string}
 */
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
