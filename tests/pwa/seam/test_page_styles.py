import re

from app.folders import WEB

REACT = WEB / "node_modules/react-dom/cjs/react-dom-client.development.js"
OBSOLETE = re.compile(r"box|flex(?:Positive|Negative|Order)|Moz|ms|Web[kK]it(?!LineClamp)")

SETUP = """
const rules = [];
globalThis.window = globalThis;
globalThis.CSSStyleSheet = class {
  cssRules = rules;
  insertRule(rule) { rules.push(rule); }
};
globalThis.document = { ...globalThis.document, adoptedStyleSheets: [] };
const { jsx, keyframes } = await import("$/pwa/seam/page-styles.js");
"""


def test_flat_styles_are_inline(javascript):
    assert javascript.run(
        SETUP
        + """
        const { type, props } = jsx("p", { id: "a", css: { color: "red" }, style: { top: 0 } }, "Text");
        return [type, props, rules];
        """
    ) == ["p", {"id": "a", "style": {"color": "red", "top": 0}}, []]


def test_states_and_breakpoints_are_rules(javascript):
    css = '{ color: "red", "&:hover": { fontSize: 4, zIndex: 2, color: "blue" }, "@media print": { "&": { top: 0 } } }'
    [inner, rules, sheets] = javascript.run(
        SETUP
        + f"""
        const draw = () => {{
          const {{ type: Styled, props, children }} = jsx("input", {{ type: "text", className: "a", css: {css} }});
          return Styled({{ ...props, children }}).children[1];
        }};
        draw();
        return [draw(), rules, document.adoptedStyleSheets.length];
        """
    )
    assert sheets == 1 and len(rules) == 1, "the sheet contains each rule once"
    name, _, rule = rules[0].partition("{")
    assert rule == (
        "&:hover{font-size:4px!important;z-index:2!important;color:blue!important;}@media print{&{top:0!important;}}}"
    )
    assert inner["type"] == "input" and inner["props"]["type"] == "text"
    assert inner["props"]["className"] == f"a {name.removeprefix('.')}"
    assert inner["props"]["style"] == {"color": "red"}


def test_numbers_have_the_same_units_as_in_react(javascript):
    listed = re.search(r'unitlessNumbers = new Set\(\s*"([^"]+)"', REACT.read_text())
    assert listed
    unitless = {name for name in listed[1].split() if not OBSOLETE.match(name)}
    names = [*sorted(unitless), "gridColumnGap", "gridRowGap", "width"]
    rules = javascript.run(
        SETUP
        + f"""
        for (const name of {names}) {{
          const {{ type: Styled, props }} = jsx("p", {{ css: {{ "&:hover": {{ [name]: 2 }} }} }});
          Styled(props);
        }}
        return rules;
        """
    )
    assert {name for name, rule in zip(names, rules, strict=True) if ":2!" in rule} == unitless


def test_animations_are_rules(javascript):
    name, rules = javascript.run(SETUP + "return [keyframes`from { top: ${1}px; }`, rules];")
    assert rules == [f"@keyframes {name}{{from {{ top: 1px; }}}}"]
