"""Selects look the same in every engine."""

from tests.support.engines import Engine

PAGE = "/en/inquiry"
STYLE = """(({ appearance, backgroundColor, borderRadius, backgroundImage }) => [
    appearance, backgroundColor, borderRadius, backgroundImage.split("linear-gradient").length - 1,
])(getComputedStyle(document.querySelector("select")))"""


def test_a_select_has_the_site_s_looks(each_engine: Engine, site: str) -> None:
    with each_engine.tab() as tab:
        tab.visit(site + PAGE)
        assert tab.evaluate(STYLE) == ["none", "rgb(246, 241, 231)", "0px", 2]
