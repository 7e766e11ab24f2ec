// An ESLint rule that finds names that a supported browser lacks. Names in features.json are allowed.
import { MISSING, VERSIONS } from "./support.mjs";

const LISTENING = /^(addEventListener|listen)$/;
const GLOBAL_OBJECTS = ["window", "globalThis", "self"];

/** @type {import("eslint").Rule.RuleModule} */
export default {
  meta: { type: "problem", schema: [{ type: "object" }] },
  create(context) {
    /** @type {{ guarded: Record<string, string[]>, own: string[] }} */
    const { guarded, own } = context.options[0];
    const isGuarded = (/** @type {string} */ name) =>
      guarded[name]?.some((file) => context.filename.replaceAll("\\", "/").endsWith(`/${file}`));

    /**
     * @param {import("estree").Node} node
     * @param {keyof typeof MISSING} kind
     * @param {unknown} given
     */
    const check = (node, kind, given) => {
      const name = String(given);
      const browsers = MISSING[kind].get(name);
      if (!browsers || isGuarded(name)) return;
      const versions = browsers.map((browser) => `${browser} ${VERSIONS.get(browser)}`).join(", ");
      context.report({ node, message: `${versions} lack ${name}: add a fallback (docs/browsers.md).` });
    };

    /** @param {import("estree").Node} key */
    const checkMember = (key) => {
      if (key.type === "Identifier" && !own.includes(key.name)) check(key, "members", key.name);
    };

    return {
      Program() {
        const [scope] = context.sourceCode.scopeManager.scopes;
        for (const { identifier } of scope.through)
          if (identifier.type === "Identifier") check(identifier, "globals", identifier.name);
      },
      MemberExpression({ object, property, computed }) {
        if (computed || property.type !== "Identifier") return;
        const isGlobal = object.type === "Identifier" && GLOBAL_OBJECTS.includes(object.name);
        if (isGlobal) check(property, "globals", property.name);
        else checkMember(property);
      },
      ObjectPattern({ properties }) {
        for (const each of properties) if (each.type === "Property" && !each.computed) checkMember(each.key);
      },
      CallExpression({ callee, arguments: given }) {
        const name = callee.type === "MemberExpression" ? callee.property : callee;
        if (name.type !== "Identifier" || !LISTENING.test(name.name)) return;
        for (const each of given) if (each.type === "Literal") check(each, "events", each.value);
      },
    };
  },
};
