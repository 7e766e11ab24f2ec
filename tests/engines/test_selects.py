from tests.support.engines.engine import Tab

PAGE = "/en/inquiry"
STYLE = """(({ appearance, backgroundColor, borderRadius, backgroundImage }) => [
    appearance, backgroundColor, borderRadius, backgroundImage.split("linear-gradient").length - 1,
])(getComputedStyle(document.querySelector("select")))"""


def test_a_select_has_the_site_s_looks(phone: Tab, site: str) -> None:
    phone.visit(site + PAGE)
    assert phone.evaluate(STYLE) == ["none", "rgb(246, 241, 231)", "0px", 2]
