"""The build removes only unused CSS rules. The order of CSS layers does not change."""

import pytest

from builder.used_css import (
    element_names,
    parse,
    print_rules,
    screen_rules,
    used,
    without_unread_variables,
    write,
)

PAGE = """
<main class="plain md:wide 2xl"><h2 id="top">…</h2><p class="w-[calc(1px*2)] font-[&quot;A&quot;]"></p>
<dialog class="open"><form class="inside"><input></form></dialog><i class="after"></i></main>
"""


def of_page(css: str) -> str:
    return write(used(parse(css), element_names(PAGE)))


@pytest.mark.parametrize(
    "selector",
    [
        "*",
        ":root",
        "main",
        ".plain",
        ".md\\:wide:hover",
        ".w-\\[calc\\(1px\\*2\\)\\]",
        '.font-\\[\\"A\\"\\]',
        "main>h2+p",
        "#top",
        "[data-anything]",
        "::-webkit-scrollbar",
        "h2:not(.gone)",
        "h2:not(:is(.gone,.too))",
        "h2:not(:where(.gone))",
        ":is(h1,h2,h3)",
        ":is(:where(.plain):nth-child(2n) .after)",
        "p:nth-child(even)",
        "dialog",
        ".\\32 xl",
    ],
)
def test_rules_for_names_of_the_page_stay(selector: str) -> None:
    assert of_page(f"{selector}{{color:red}}") == f"{selector}{{color:red}}"


@pytest.mark.parametrize(
    "selector",
    [
        ".gone",
        ".\\33 xl",
        ".md\\:gone",
        ".plain .gone",
        ".plain.gone",
        "table",
        "main>ol>li",
        ":where(.gone>:not(:last-child))",
        "::file-selector-button",
        "::placeholder",
        "input",
        ".inside",
        ".open",
    ],
)
def test_rules_for_other_names_are_dropped(selector: str) -> None:
    assert of_page(f"{selector}{{color:red}}") == ""
    assert of_page(f"{selector},main{{color:red}}") == "main{color:red}"


def test_empty_conditions_are_dropped() -> None:
    css = "@media (width>=1px){@supports (a:b){.gone{c:d}}.plain{c:d}}@media (width>=2px){.gone{c:d}}"
    assert of_page(css) == "@media (width>=1px){.plain{c:d}}"


def test_empty_layers_stay() -> None:
    assert of_page("@layer a;@layer b{.gone{c:d}}@layer c{main{c:d}}") == "@layer a;@layer b{}@layer c{main{c:d}}"


def test_faces_keyframes_and_properties_stay() -> None:
    css = "@font-face{font-family:A;src:url(a;b{c}.woff2)}@keyframes gone{0%{top:0}}@property --x{inherits:false}"
    assert of_page(css) == css


def test_print_rules_are_separate() -> None:
    css = "@layer a{h2{c:d}@media print{h2{c:e}}}@media print{@page{margin:0}}@media (hover:hover){a{c:d}}main{c:d}"
    assert write(print_rules(parse(css))) == "@layer a{@media print{h2{c:e}}}@media print{@page{margin:0}}"
    assert write(screen_rules(parse(css))) == "@layer a{h2{c:d}}main{c:d}"


def test_unread_variables_are_dropped() -> None:
    css = "@property --a{inherits:false}:root{--a:1;--b:var(--a);--c:2;d:var(--c,3)}.e{--b:2}@layer f{}"
    assert write(without_unread_variables(parse(css))) == ":root{--c:2;d:var(--c,3)}@layer f{}"


def test_comments_are_dropped() -> None:
    assert write(parse('/*! a{b:c} */a{content:"/";b:"};{"}')) == 'a{content:"/";b:"};{"}'


def test_a_sheet_that_would_change_is_refused() -> None:
    with pytest.raises(ValueError, match=r"used_css\.py cannot read"):
        parse("a{b:c}}")
