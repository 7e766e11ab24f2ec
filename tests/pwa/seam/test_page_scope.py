import re

import pytest
import reflex as rx
from reflex.compiler import compiler
from reflex.components.component import Component, StatefulComponent
from reflex.vars import VarData
from reflex.vars.base import Var

from pwa.seam import package_styles, page_scope
from pwa.seam.generated_code import GeneratorChangedError
from pwa.seam.page_scope import scoped, with_providers

STATE = Var("state", _var_data=VarData(hooks={"const state = useState()": None}))


@pytest.fixture(autouse=True)
def _sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_styles, "href", lambda path: f"/packages/{path}")


class Sheet(rx.el.elements.Div):
    def add_imports(self) -> dict[str, str]:
        return {"": "frames/dist/frames.css"}


@rx.memo
def price_tag() -> rx.Component:
    return rx.fragment(rx.badge("Price", _hover={"color": "red"}), Sheet.create())


def module(page: Component) -> str:
    return with_providers(page, compiler.compile_page("try", page, None)[1])


def test_a_page_of_html_stays_as_it_is() -> None:
    page = rx.fragment(rx.el.p("Text"))
    code = compiler.compile_page("try", page, None)[1]
    assert scoped(page) is page and with_providers(page, code) == code


def test_radix_components_bring_their_theme_and_style_sheet() -> None:
    page = scoped(rx.fragment(rx.button("Go")))
    code = module(page)
    assert '"/packages/@radix-ui/themes/styles.css"' in code
    assert code.index("function PageContent()") < code.index("jsx(RadixThemesTheme")
    assert "jsx(ColorMode" in code and "radix_themes_color_mode_provider" not in code
    assert code.count("export default") == 1
    assert not page._get_all_app_wrap_components(), "other pages have no providers"


def test_uploads_get_their_provider() -> None:
    code = module(scoped(rx.fragment(rx.upload.root(rx.el.p("Drop"), id="files"))))
    assert "jsx(UploadFilesProvider" in code
    assert re.search(r"import \{[^}]*\bUploadFilesProvider\b", code)


def test_the_color_mode_is_provided_to_those_who_read_it() -> None:
    code = module(scoped(rx.fragment(rx.color_mode_cond(rx.el.p("light"), rx.el.p("dark")))))
    assert "jsx(ColorMode" in code and "RadixThemesTheme" not in code


def test_style_sheets_are_linked_rather_than_imported() -> None:
    page = scoped(rx.fragment(Sheet.create()))
    code = module(page)
    assert "import 'frames" not in code and 'import "frames' not in code
    assert '"/packages/frames/dist/frames.css"' in code and "function PageContent()" not in code


def test_states_and_breakpoints_of_styles_are_supported() -> None:
    assert 'from "$/pwa/seam/page-styles.js"' in module(scoped(rx.fragment(rx.button("Go", _hover={"color": "red"}))))


def test_a_memo_brings_what_its_contents_need() -> None:
    code = module(scoped(rx.fragment(price_tag())))
    assert '"/packages/@radix-ui/themes/styles.css"' in code and "jsx(RadixThemesTheme" in code
    assert '"/packages/frames/dist/frames.css"' in code
    _path, memos, _imports = compiler.compile_components([price_tag()])
    memos = page_scope.with_page_styling(memos)
    assert 'jsx } from "$/pwa/seam/page-styles.js"' in memos and "frames.css" not in memos


def test_a_page_with_one_accordion_has_theme_and_animations() -> None:
    accordion = rx.accordion.root(rx.accordion.item(header="Ink", content="Black"))
    code = module(scoped(rx.fragment(accordion)))
    assert '"/packages/@radix-ui/themes/styles.css"' in code and "jsx(RadixThemesTheme" in code
    assert re.search(r'\bkeyframes \} from "\$/pwa/seam/page-styles.js"', code)


def test_another_export_fails() -> None:
    with pytest.raises(GeneratorChangedError, match="export default"):
        with_providers(scoped(rx.fragment(rx.button("Go"))), "export default () => {}")


def test_components_with_packages_are_not_shared_between_pages() -> None:
    # Without a unique state, `references` would also count components of earlier tests.
    state = STATE._replace(_js_expr="state_of_this_test")
    pages = [rx.fragment(rx.button(state), rx.el.p(state)) for _ in range(2)]
    found = [StatefulComponent.compile_from(page) or page for page in pages]
    page_scope.without_sharing(found)
    children = [child for page in found for child in page.children if isinstance(child, StatefulComponent)]
    references = {child.component.tag: child.references for child in children}
    assert references["Button"] == 1 and references["p"] == 2
