import pytest

from app.components.icon.drawing import Drawing, Shape, UnusableIconError, drawing

PATH = '<path d="M1 2h3"/>'


def draw(body: object, **more: object) -> Drawing:
    return drawing({"icons": {"x": {"body": body, **more}}}, "x")


def test_shapes_and_their_attributes_are_taken_over():
    body = (
        '<g fill="none" stroke="currentColor" stroke-width="1.5"><circle cx="1" cy="-2" r=".5" opacity="1e-1"/>'
        '<path fill="#b8321f" fill-rule="evenodd" d="M1,2c-.5 1e2-3 4z" transform=" rotate(45 8 8) scale(2)"/></g>'
        '<polyline points="1,2 3,4"/>'
    ).replace(' transform=" ', ' transform="')
    assert draw(body).shapes == (
        Shape(
            "g",
            {"fill": "none", "stroke": "currentColor", "stroke-width": "1.5"},
            (
                Shape("circle", {"cx": "1", "cy": "-2", "r": ".5", "opacity": "1e-1"}),
                Shape(
                    "path",
                    {
                        "fill": "#b8321f",
                        "fill-rule": "evenodd",
                        "d": "M1,2c-.5 1e2-3 4z",
                        "transform": "rotate(45 8 8) scale(2)",
                    },
                ),
            ),
        ),
        Shape("polyline", {"points": "1,2 3,4"}),
    )


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<style>path{fill:url(//evil.test)}</style>",
        '<image href="https://evil.test/a.png"/>',
        '<use href="https://evil.test/a.svg#a"/>',
        '<a href="javascript:alert(1)"><path d="M9 9"/></a>',
        "<foreignObject><p>text</p></foreignObject>",
        '<animate attributeName="href" values="javascript:alert(1)"/>',
        '<set attributeName="onclick" to="alert(1)"/>',
        "<g><script>alert(1)</script></g>",
        "<g></g>",
        '<x:path xmlns:x="http://www.w3.org/1999/xhtml" d="M9 9"/>',
        '<path xmlns="http://www.w3.org/1999/xhtml" d="M9 9"/>',
        "text",
    ],
)
def test_other_elements_are_left_out(hostile: str):
    assert draw(hostile + PATH).shapes == (Shape("path", {"d": "M1 2h3"}),)
    with pytest.raises(UnusableIconError, match="no shapes"):
        draw(hostile)


@pytest.mark.parametrize(
    "hostile",
    [
        'onload="alert(1)"',
        'onclick="alert(1)"',
        'style="fill:url(//evil.test)"',
        'class="fixed inset-0"',
        'id="content"',
        'href="https://evil.test"',
        'fill="url(https://evil.test/a.svg#a)"',
        'fill="url(#a)"',
        'stroke="var(--color-spot)"',
        'mask="url(#a)"',
        'transform="translate(1) url(x)"',
        'stroke-width="1;fill:red"',
        'dangerouslySetInnerHTML="x"',
        'width="100%"',
    ],
)
def test_other_attributes_are_left_out(hostile: str):
    assert draw(f'<path {hostile} d="M1 2h3"/>').shapes == (Shape("path", {"d": "M1 2h3"}),)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<path",
        f"</svg><script>alert(1)</script><svg>{PATH}",
        f'<!DOCTYPE svg [<!ENTITY a "b">]>{PATH}',
        f"<?xml-stylesheet href='//evil.test'?>{PATH}",
        f"&lol;{PATH}",
        '<path d="M1 2h3" xlink:href="https://evil.test"/>',
        "\ud800" + PATH,
        "\0" + PATH,
        None,
        7,
        [PATH],
    ],
)
def test_an_icon_without_shapes_is_rejected(body: object):
    with pytest.raises(UnusableIconError):
        draw(body)


def test_deeply_nested_groups_are_left_out():
    with pytest.raises(UnusableIconError):
        draw("<g>" * 5000 + PATH + "</g>" * 5000)


@pytest.mark.parametrize(
    ("given", "view_box"),
    [
        ({}, "0 0 16 16"),
        ({"width": 24, "height": 12.5}, "0 0 24 12.5"),
        ({"left": -1, "top": 2, "width": 20, "height": 20}, "-1 2 20 20"),
    ],
)
def test_view_box(given: dict, view_box: str):
    assert draw(PATH, **given).view_box == view_box


def test_icons_inherit_the_set_s_size():
    icons = {"width": 24, "height": 24, "icons": {"a": {"body": PATH}, "b": {"body": PATH, "width": 48}}}
    assert [drawing(icons, name).view_box for name in "ab"] == ["0 0 24 24", "0 0 48 24"]


@pytest.mark.parametrize("width", [0, -1, "24", None, True, 1e9, float("nan"), float("inf"), 10**400, [24]])
def test_an_invalid_size_is_rejected(width: object):
    with pytest.raises(UnusableIconError, match="size"):
        draw(PATH, width=width)


def test_an_alias_leads_to_its_icon():
    icons = {"icons": {"a": {"body": PATH}}, "aliases": {"b": {"parent": "a"}, "c": {"parent": "a", "rotate": 1}}}
    assert drawing(icons, "b") == drawing(icons, "a")
    with pytest.raises(UnusableIconError, match="no such icon"):
        drawing(icons, "c")


@pytest.mark.parametrize(
    "icons",
    [
        None,
        [],
        "icons",
        {},
        {"icons": []},
        {"icons": {"x": PATH}},
        {"icons": {"y": {"body": PATH}}},
        {"icons": {}, "not_found": ["x"]},
        {"icons": {}, "aliases": {"x": {"parent": ["y"]}}},
        {"icons": {}, "aliases": {"x": {"parent": "x"}}},
    ],
)
def test_a_set_without_the_icon_is_rejected(icons: object):
    with pytest.raises(UnusableIconError):
        drawing(icons, "x")
