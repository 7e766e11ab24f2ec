import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.members.sanitise import ALWAYS, ATTRIBUTES, MAX_EXCERPT_CHARS, TAGS, _filter, content, excerpt, plain
from app.members.sources import is_from, picture_sources, player_sources
from tests.fakes.campaign import HOSTILE, HOSTILE_TITLE

PATREON = "http://127.0.0.1:9000"


class Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))


def check(html: str) -> None:
    assert "<!" not in html
    for tag, attributes in Reader(html).elements:
        assert tag in TAGS
        assert attributes.keys() <= ATTRIBUTES.get(tag, set()) | ALWAYS.get(tag, {}).keys() | {"rel"}
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name == "href":
                assert re.match(r"(https?://|mailto:)", value)
            if name == "src":
                assert is_from(value, picture_sources(PATREON) if tag == "img" else player_sources())
        if tag == "a":
            assert attributes["rel"] == "noopener noreferrer nofollow" and attributes["target"] == "_blank"


def test_a_hostile_post_is_harmless():
    html = content(HOSTILE.replace("{origin}", PATREON), PATREON)
    check(html)
    traces = "alert", "evil.test/p", "script", "onerror", "srcdoc", "<form", "<input", "<svg", "display:none", "style"
    for trace in traces:
        assert trace not in html.lower().replace(">javascript</a>", "")
    assert "Tenhle text přišel odjinud. <b>Tučně</b> smí." in html and html.endswith("<p>Konec.</p>\n")
    assert 'href="https://example.com/?a=1&amp;b=2"' in html
    assert "<img" not in html and "<iframe" not in html


FRAGMENTS = [
    *("<script>", "</script>", "<style>", "</style>", "<svg>", "<math>", "<mtext>", "<table>", "<mglyph>"),
    *("<p>", "</p>", "<h1>", "</h1>", "<noscript>", "<template>", "<xmp>", "<plaintext>", "<textarea>", "<title>"),
    *("<div>", "</div>", "<details>", "<summary>", "<dl>", "<dt>", "</dl>", "<form>", "<fieldset>"),
    *("<select>", "<object>", "<li>", "<td>", "<b", "<!--", "-->", "<iframe src='//evil.test'>", "</iframe>"),
    *("<img src=x onerror=alert(1)>", '<img src="https://a.patreon.com/x.png"', "<a href='javascript:alert(1)'>"),
    *("<a href=' java\tscript:alert(1)'>", "<iframe src='https://youtu.be/aqz-KE-bpKQ'>"),
    *('"', "'", ">", "<", "/", "&lt;", "&#x6A;avascript:", "\x00", "text", "ž"),
]


@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=5), max_size=12).map("".join), st.text(max_size=20))
def test_any_html_becomes_safe(html, embed):
    made = content(html, PATREON, [embed])
    check(made)
    assert "<" not in plain(excerpt(made)).replace("<", "") and len(excerpt(made)) <= MAX_EXCERPT_CHARS + 1


def test_the_final_filter_alone_is_safe():
    html = _filter(HOSTILE + '<iframe src="https://youtu.be/aqz-KE-bpKQ"></iframe><h1>x</h1>', PATREON)
    elements = Reader(html).elements
    assert all(tag in TAGS for tag, _ in elements) and {"img", "iframe", "a"} <= {tag for tag, _ in elements}
    assert not any("src" in attributes for _, attributes in elements) and "alert" not in html.replace(
        "alert(1)&gt;", ""
    )


def test_what_a_post_may_contain():
    html = (
        "<p>a <strong>b</strong><br><em>c</em></p><ul><li>d</li></ul><ol start=3><li>e</li></ol>"
        "<blockquote>f</blockquote>"
        "<table><tbody><tr><td colspan=2>g</td></tr></tbody></table><pre><code>h</code></pre><hr><p>&amp; &lt;i&gt;</p>"
    )
    expected = html.replace("start=3", 'start="3"').replace("colspan=2", 'colspan="2"')
    assert content(html, PATREON) == expected


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<div>a</div><div>b</div>", "a<br>b"),
        ("<section><div>a</div></section>\n<section><div>b</div></section>", "a\n<br>b"),
        ("<details><summary>a</summary>b</details>c", "a<br>b<br>c"),
        ("<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>", "a<br>b<br>c<br>d"),
        ("<div><p>a</p></div><div><b>b</b> c</div><div><em>d</em></div>", "<p>a</p><b>b</b> c<em><br>d</em>"),
        ("<ul><li><div>a</div><div>b</div></li></ul>", "<ul><li>a<br>b</li></ul>"),
        ("<div>a</div><p>b</p><div>c</div><div></div><div><br></div>", "a<p>b</p>c<br>"),
        ("<div>a<br></div><div>b</div>", "a<br>b"),
        ("<p>a<div>b</div></p>", "<p>a</p>b<p></p>"),
    ],
)
def test_block_elements_that_lose_their_tags_leave_line_breaks(html, shown):
    made = content(html, PATREON)
    assert made == shown
    assert excerpt(made) == " ".join(re.findall(r"(?<![</])\b[a-d]\b", html))


def test_headings_move_down():
    assert content("<h1>a</h1><h2>b</h2><h5>c</h5><h6>d</h6>", PATREON) == "<h2>a</h2><h3>b</h3><h6>c</h6><h6>d</h6>"


@pytest.mark.parametrize(
    ("src", "shown"),
    [
        (
            "https://c10.patreonusercontent.com/4/a.jpg?token=x&amp;y",
            "https://c10.patreonusercontent.com/4/a.jpg?token=x&y",
        ),
        ("https://www.patreon.com/media/1", "https://www.patreon.com/media/1"),
        ("/media/1.jpg", PATREON + "/media/1.jpg"),
        (PATREON + "/media/1.jpg", PATREON + "/media/1.jpg"),
        ("http://c10.patreonusercontent.com/a.jpg", None),
        ("https://patreon.com.evil.test/a.jpg", None),
        ("https://evilpatreon.com/a.jpg", None),
        ("https://x@c10.patreonusercontent.com/a.jpg", None),
        ("https://evil.test\\.patreon.com/a.jpg", None),
        ("https://evil.test/.patreon.com", None),
        ("https://c10.patreonusercontent.com:444/a.jpg", None),
        ("//evil.test/a.jpg", None),
        ("data:image/svg+xml,x", None),
        ("http://[", None),
        ("//[", None),
        ("x", None),
        ("", None),
    ],
)
def test_pictures(src, shown):
    elements = Reader(
        content(f'<p>x<img src="{src}" alt="é" width="10" height="x" srcset="//evil.test"></p>', PATREON)
    ).elements
    picture = dict(ALWAYS["img"], src=shown, alt="é", width="10")
    assert elements == [("p", {})] + ([("img", picture)] if shown else [])


@pytest.mark.parametrize(
    ("address", "played"),
    [
        ("https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=1", "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"),
        ("https://www.youtube.com/watch?t=1&v=aqz-KE-bpKQ", "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"),
        ("https://youtu.be/aqz-KE-bpKQ?si=x", "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"),
        ("//www.youtube.com/embed/aqz-KE-bpKQ", "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"),
        ("https://vimeo.com/channels/staffpicks/76979871", "https://player.vimeo.com/video/76979871"),
        ("https://player.vimeo.com/video/76979871?h=1", "https://player.vimeo.com/video/76979871"),
        *(
            (address, "https://player.vimeo.com/video/76979871?h=abcdef1234")
            for address in (
                "https://player.vimeo.com/video/76979871?h=abcdef1234",
                "https://player.vimeo.com/video/76979871?badge=0&amp;h=abcdef1234&amp;app_id=1",
                "https://vimeo.com/76979871/abcdef1234",
                "https://vimeo.com/76979871/abcdef1234?share=copy",
            )
        ),
        ("https://vimeo.com/76979871/settings", "https://player.vimeo.com/video/76979871"),
        ("https://player.vimeo.com/video/76979871#?h=abcdef1234", "https://player.vimeo.com/video/76979871"),
        ("https://www.youtube.com.evil.test/embed/aqz-KE-bpKQ", None),
        ("https://evil.test/https://youtu.be/aqz-KE-bpKQ", None),
        ("https://www.youtube.com/embed/aqz-KE-bpKQ1", None),
        ("javascript:alert(1)//https://youtu.be/aqz-KE-bpKQ", None),
    ],
)
def test_players(address, played):
    frames = [
        attributes for tag, attributes in Reader(content(f'<iframe src="{address}">x</iframe>', PATREON)).elements
    ]
    assert [frame["src"] for frame in frames] == ([played] if played else [])
    assert all(frame["title"] and frame["loading"] == "lazy" for frame in frames)


def test_embeds():
    video = "https://youtu.be/aqz-KE-bpKQ"
    assert content("<p>a</p>", PATREON, [video, video]).count("<iframe") == 1
    assert content(f'<iframe src="{video}"></iframe>', PATREON, [video]).count("<iframe") == 1
    other = content("", PATREON, ['https://shop.test/"><script>alert(1)</script>'])
    check(other)
    assert other.startswith('<p><a href="https://shop.test/')


def test_links():
    links = '<a href="/posts/1">a</a><a href="mailto:a@b.cz">b</a><a href="ftp://c">c</a><a id=x>d</a>'
    html = content(links, PATREON)
    links = [attributes.get("href") for _, attributes in Reader(html).elements]
    assert links == [PATREON + "/posts/1", "mailto:a@b.cz", None, None]


def test_titles_are_plain_text():
    assert plain(HOSTILE_TITLE).startswith("<img src=x onerror=") and "\u202e" not in plain(HOSTILE_TITLE)
    assert plain(" a\n\tb\x00c\u2066 d\u00a0e ") == "a b c d\u00a0e"
    assert len(plain("x" * 1000)) == 300


def test_excerpts():
    assert excerpt("<h2>Nadpis</h2><p>a<br>b &amp; &lt;i&gt;</p><p>c</p>") == "Nadpis a b & <i> c"
    nested = "<ul><li>Brno<ul><li>tiskárna</li></ul></li></ul>"
    others = (
        "Úvod<h2>Nadpis</h2>a<ul><li>b</li></ul>c<blockquote>d</blockquote>e<figure><figcaption>f</figcaption></figure>"
    )
    assert excerpt(nested) == "Brno tiskárna" and excerpt(others) == "Úvod Nadpis a b c d e f"
    assert excerpt("<p>a<b>b</b>.</p><pre>c</pre>d<table><tr><th>e<td>f</table>g") == "ab. c d e f g"
    long = excerpt(f"<p>{'slovo ' * 100}</p>")
    assert long.endswith("slovo…") and len(long) <= MAX_EXCERPT_CHARS + 1
    assert excerpt("") == ""


@pytest.mark.parametrize("tag", ["audio", "video"])
def test_the_fallback_text_of_media_is_removed(tag):
    media = f'<{tag} src="https://www.patreon.com/media/1"><a href="/x">Your browser is too old.</a></{tag}>'
    assert content(f"<p>before</p>{media}<p>after</p>", PATREON) == "<p>before</p><p>after</p>"


def test_text_after_a_frame_remains():
    frame = '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ">&#<br></iframe>'
    assert content(f"<p>before {frame} after</p>", PATREON).endswith("</iframe> after</p>")
