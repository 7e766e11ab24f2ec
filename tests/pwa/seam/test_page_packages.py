from collections.abc import Callable

import pytest
import reflex as rx
from reflex.app import UnevaluatedPage
from reflex.compiler import compiler
from reflex.components.component import Component

from pwa.seam import npm_packages, page_error, page_packages, pages
from pwa.seam.page_error import PageError

HERE = "tests/pwa/seam/test_page_packages.py"
CHART = "needs the npm package recharts: run `make package ADD=recharts`"


class Framed(rx.Component):
    library = "frames@1.2.3"
    tag = "Framed"
    lib_dependencies: list[str] = ["@frames/corners@4.5.6"]  # noqa: RUF012


@pytest.fixture(autouse=True)
def _pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_error, "PAGES", (page_error.ROOT / "tests",))
    pages.extend_compiler()


def compiled(make: Callable[[], Component]) -> Component:
    page = UnevaluatedPage(make, "prices", "Prices", None, "", None, [], None)
    return compiler.compile_unevaluated_page(page.route, page)[0]


def sentence(make: Callable[[], Component]) -> str:
    with pytest.raises(PageError) as raised:
        compiled(make)
    return str(raised.value)


def line_of(make: Callable[[], Component]) -> str:
    return f"({HERE}:{make.__code__.co_firstlineno})."


@pytest.mark.parametrize(
    "around",
    [
        lambda inner: rx.el.div(inner()),
        lambda inner: rx.cond(rx.Var("true"), rx.el.p(), inner()),
        lambda inner: rx.match(rx.Var("1"), (1, inner()), rx.el.p()),
        lambda inner: rx.foreach(["a"], lambda _each: inner()),
        lambda inner: rx.el.div(rx.fragment(rx.el.p("a"), rx.el.section(inner()))),
    ],
    ids=["child", "cond", "match", "foreach", "deep"],
)
def test_the_component_and_its_line_are_named(around: Callable[..., Component]) -> None:
    def chart() -> Component:
        return rx.recharts.line_chart(data=[])

    line = chart.__code__.co_firstlineno + 1
    assert sentence(lambda: around(chart)) == f"`rx.recharts.line_chart` {CHART} ({HERE}:{line})."


def test_a_memo_is_named_for_its_contents() -> None:
    @rx.memo
    def sales() -> Component:
        return rx.recharts.line_chart(data=[])

    make = lambda: rx.el.div(sales())  # noqa: E731
    assert sentence(make) == f"`rx.memo` {CHART} {line_of(make)}"


def test_all_packages_of_a_component_are_named_once() -> None:
    make = lambda: Framed.create(Framed.create())  # noqa: E731
    said = 'needs the npm packages @frames/corners, frames: run `make package ADD="@frames/corners frames"`'
    assert sentence(make) == f"`Framed` {said} {line_of(make)}"


def test_the_component_that_the_page_names_is_reported() -> None:
    make = lambda: rx.markdown("# Title")  # noqa: E731
    assert sentence(make).startswith("`rx.markdown` needs the npm packages ")
    assert "react-markdown" in sentence(make) and sentence(make).endswith(line_of(make))


def test_refused_components_say_what_to_use() -> None:
    make = lambda: rx.el.div(rx.next.image(src="/a.png"))  # noqa: E731
    assert sentence(make).endswith(f"or `rx.image` {line_of(make)}")
    make = lambda: rx.el.div(rx.color_mode.switch())  # noqa: E731
    assert "use `rx.theme`" in sentence(make) and sentence(make).endswith(line_of(make))
    make = lambda: rx.plotly(data=rx.Var("figure"))  # noqa: E731
    assert "use `rx.recharts`" in sentence(make) and sentence(make).endswith(line_of(make))


def test_a_component_that_was_created_before_names_the_page() -> None:
    chart = rx.recharts.line_chart(data=[])
    assert sentence(lambda: rx.el.div(chart)) == f"A component {CHART} (page prices)."


def test_installed_packages_and_files_of_the_project_are_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm_packages, "installed", lambda: frozenset({"frames", "@frames/corners", "react", "next"}))
    imports = {"frames@1.2.3": [], "@frames/corners": [], "next/head": [], "$/app/bam.js": [], "react": [], "": []}
    assert page_packages.problem_of(imports) is None
    assert page_packages.problem_of({"@frames/paint@1/dist/a.css": []})


def test_other_errors_of_a_page_stay_as_they_are() -> None:
    def make() -> Component:
        raise ModuleNotFoundError("No module named 'inks'", name="inks")

    with pytest.raises(ModuleNotFoundError, match="inks"):
        compiled(make)
