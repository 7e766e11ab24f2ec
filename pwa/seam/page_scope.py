"""Limits providers and style sheets to pages that need them.

Reflex itself adds the providers of all components to every page.
"""

import re
from collections.abc import Iterable, Iterator

import reflex as rx
from reflex.compiler import compiler
from reflex.components.base.bare import Bare
from reflex.components.base.fragment import Fragment
from reflex.components.component import BaseComponent, Component, StatefulComponent, field, render_dict_to_var
from reflex.components.radix.themes.base import RadixThemesColorModeProvider, Theme
from reflex.constants import Dirs
from reflex.utils.imports import ParsedImportDict, merge_imports
from reflex.vars.base import Var

from app.seam.memo_contents import descendants, with_memo_contents
from app.seam.reflex_internals import expect, expect_parameters
from pwa.seam import package_styles
from pwa.seam.generated_code import PAGE_COMPONENT, with_inner_component
from pwa.seam.npm_packages import package

expect(Component, "_get_all_app_wrap_components", "_get_all_imports")
expect(StatefulComponent, "references")
expect_parameters(compiler._compile_stateful_components, "page_components")

CONTENT = "PageContent"
STYLING, PAGE_STYLING = 'from "@emotion/react"', 'from "$/pwa/seam/page-styles.js"'
THEMES = "@radix-ui/themes"
THEMED = re.compile(r"@radix-ui/.+|vaul")
"""A pattern for npm packages whose components use CSS variables of Radix Themes."""
STYLES = {THEMES: f"{THEMES}/styles.css", "sonner": "sonner/dist/styles.css"}
"""Style sheets that components need but do not import."""
COLOR_MODE_LAYER, THEME_LAYER = 45, 20
SIDE_EFFECTS = ""
"""Reflex's key for imports without names, such as style sheet imports."""
SHEET_IMPORT = re.compile(r'^import "[^"]+\.css"\n', re.MULTILINE)
COMMON = {"", "@emotion/react", "next", "react"}
"""Packages that all pages load. The empty name stands for project files."""
MEMOS = f"$/{Dirs.COMPONENTS_PATH}"
PRECEDENCE = "package"
"""The value of the `precedence` attribute, which makes React load a style sheet before showing the page."""


class ColorMode(Component):
    """A provider for the color mode of the visitor's system. Reflex's own provider would let pages change the mode."""

    library = "$/pwa/seam/color-mode.js"
    tag = "ColorMode"


class Page(Fragment):
    """The root component of a page that has its own providers or style sheets."""

    provided: list[Component] = field(default_factory=list, is_javascript_property=False)

    def _get_all_app_wrap_components(self, *, ignore_ids: set[int] | None = None) -> dict[tuple[int, str], Component]:
        return {}

    def _get_all_imports(self, collapse: bool = False) -> ParsedImportDict:
        provided = (each._get_all_imports() for each in self.provided)
        imports = merge_imports(super()._get_all_imports(collapse=collapse), *provided)
        return {module: tags for module, tags in imports.items() if module != SIDE_EFFECTS}


def scoped(page: Component) -> Component:
    """Returns `page`, or a copy with a new root if the page needs providers, style sheets or `keyframes`."""
    imports = all_imports(page)
    providers = _providers(page, imports)
    sheets = sorted({*_style_sheets(imports)})
    if not providers and not sheets and not _imports_tag(imports, "keyframes"):
        return page
    links = (
        rx.el.link(rel="stylesheet", href=package_styles.href(sheet), custom_attrs={"precedence": PRECEDENCE})
        for sheet in sheets
    )
    root = Page.create(*links, *page.children)
    assert isinstance(root, Page)
    root.provided = [_nested(providers)] if providers else []
    return root


def all_imports(page: Component) -> ParsedImportDict:
    """Returns the imports of a page and of its `rx.memo` components."""
    return merge_imports(*(part._get_all_imports() for part in with_memo_contents(page)))


def with_page_styling(memos: str) -> str:
    """Replaces Emotion with `page-styles.js` in the module of `rx.memo` components. Removes imports of style sheets."""
    return SHEET_IMPORT.sub("", memos.replace(STYLING, PAGE_STYLING))


def with_providers(page: BaseComponent, code: str) -> str:
    """Makes a page's code render the providers and import `page-styles.js`.

    Raises:
        GeneratorChangedError: the code has an unexpected form.
    """
    if not isinstance(page, Page):
        return code
    code = code.replace(STYLING, PAGE_STYLING)
    if not page.provided:
        return code
    content = with_inner_component(code, CONTENT)
    provided = str(render_dict_to_var(page.provided[0].render()))  # without `str`, the f-string adds `<reflex.Var>`
    return f"{content}\n{PAGE_COMPONENT} {{ return {provided} }}\n"


def without_sharing(pages: Iterable[BaseComponent]) -> None:
    """Keeps components that import npm packages out of the module that all pages load."""
    for page in pages:
        for component in descendants(page):
            if isinstance(component, StatefulComponent) and _uses_packages(component):
                component.references = 1


def _providers(page: Component, imports: ParsedImportDict) -> dict[tuple[int, str], Component]:
    """Returns the components that must wrap the page, keyed by their priority in Reflex and their name."""
    found = page._get_all_app_wrap_components()
    is_themed = _is_themed(imports)
    if (
        is_themed
        or _imports_tag(imports, "ColorModeContext")
        or any(isinstance(each, RadixThemesColorModeProvider) for each in found.values())
    ):
        found = {key: each for key, each in found.items() if not isinstance(each, RadixThemesColorModeProvider)}
        found[COLOR_MODE_LAYER, ColorMode.__name__] = ColorMode.create()
    if is_themed:
        found[THEME_LAYER, Theme.__name__] = Theme.create(
            has_background=False, accent_color="tomato", gray_color="sand"
        )
    return found


def _nested(providers: dict[tuple[int, str], Component]) -> Component:
    content: Component = Bare.create(Var(f"jsx({CONTENT})"))
    for key in sorted(providers):
        providers[key].children = [content]
        content = providers[key]
    return content


def _style_sheets(imports: ParsedImportDict) -> Iterator[str]:
    yield from (tag.tag for tag in imports.get(SIDE_EFFECTS, ()) if tag.tag and tag.tag.endswith(".css"))
    yield from (STYLES[name] for name in map(package, imports) if name in STYLES)
    if _is_themed(imports):
        yield STYLES[THEMES]


def _is_themed(imports: ParsedImportDict) -> bool:
    return any(THEMED.fullmatch(package(module)) for module in imports)


def _imports_tag(imports: ParsedImportDict, name: str) -> bool:
    return any(tag.tag == name for tags in imports.values() for tag in tags)


def _uses_packages(component: StatefulComponent) -> bool:
    return any(module == MEMOS or package(module) not in COMMON for module in component._get_all_imports())
