from pathlib import Path

import pytest
import reflex as rx

from pwa.seam import page_error, prerendering
from pwa.seam.created_components import created_by
from pwa.seam.prerendering import Failure, causes, failures

LOG = """   Generating static pages (0/84) ...
Error: the press is on fire
    at broken (.next/server/pages/press.js:2:11)
Error occurred prerendering page "/press". Read more: https://nextjs.org/docs/messages/prerender-error
Error: the press is on fire
since noon
    at broken (.next/server/pages/press.js:2:11)
    at Press_0123456789abcdef0123456789abcdef (.next/server/pages/press.js:4:5)
    at .next/server/chunks/1.js:7:1
Error: `TabsTrigger` must be used within `Tabs`
    at elsewhere (.next/server/pages/tabs.js:1:1)
Error occurred prerendering page "/en/tabs". Read more: https://nextjs.org/docs/messages/prerender-error
Error: `TabsTrigger` must be used within `Tabs`
    at .next/server/pages/tabs.js:1:1
   Generating static pages (42/84)
Error occurred prerendering page "/text". Read more: https://nextjs.org/docs/messages/prerender-error
no stack

> Export encountered errors on following paths:
\t/press
"""
CODE = "const a = 1;\n  throw new Error(State.table[  'a'])\n"


class Press(rx.Component):
    library = "$/app/press"
    tag = "Press"


@pytest.fixture(autouse=True)
def _pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes error reports treat the test modules as pages."""
    monkeypatch.setattr(page_error, "PAGES", (page_error.ROOT / "tests",))


def test_failures_are_read_from_the_output_of_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prerendering, "WEB", tmp_path)
    (tmp_path / ".next/server/pages").mkdir(parents=True)
    (tmp_path / ".next/server/pages/press.js").write_text(CODE)
    assert failures(LOG) == [
        Failure(
            "/press",
            "Error: the press is on fire\nsince noon",
            ("broken", "Press"),
            "thrownewError(State.table['a'])",
        ),
        Failure("/en/tabs", "Error: `TabsTrigger` must be used within `Tabs`", (), ""),
        Failure("/text", "no stack", (), ""),
    ]
    assert failures("Failed to compile.\n") == []


def test_a_component_is_found_by_a_function_of_the_stack() -> None:
    make = lambda: rx.el.div(rx.el.p("text"), Press.create())  # noqa: E731
    [cause] = causes(Failure("/press", "Error: no", ("broken", "Press"), ""), created_by(make))
    assert cause.component is Press
    assert cause.line == f"tests/pwa/seam/test_prerendering.py:{make.__code__.co_firstlineno}"


def test_a_component_is_found_by_a_name_in_the_message() -> None:
    make = lambda: rx.el.div(rx.el.p("text"), Press.create())  # noqa: E731
    message = "Error: `Press` must be used within `Shop`"
    [cause] = causes(Failure("/press", message, (), ""), created_by(make))
    assert cause.component is Press


class Prices(rx.State):
    table: rx.Field[dict[str, dict[str, str]]] = rx.field({})


def test_a_component_is_found_by_the_variable_in_the_failed_code() -> None:
    small = Prices.table["cards"]["small"]
    make = lambda: rx.el.div(rx.el.h1("text"), rx.el.p(small), rx.el.a(href=Prices.table["links"]["small"]))  # noqa: E731
    for variable, tag in ((small, "p"), (Prices.table["links"]["small"], "a")):
        code = f"returnjsx({variable});"
        [cause] = causes(Failure("/prices", "TypeError", (), code), created_by(make))
        assert cause.component.__name__.lower() == tag
