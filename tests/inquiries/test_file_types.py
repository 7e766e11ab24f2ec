import time
from io import BytesIO
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.content.inquiry import TYPES
from app.inquiries.file_types import BLOCK_BYTES, file_type, has_active_contents
from app.inquiries.limits import MAX_SCANNED_BYTES

ILLUSTRATOR = """<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
    <!-- ']>' in a comment -->
    <!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
    <!ENTITY ns_ai 'http://ns.adobe.com/AdobeIllustrator/10.0/]>'>
]>
<svg version="1.1" xmlns:i="&ns_ai;"><switch><foreignObject requiredExtensions="&ns_ai;"/></switch><path d=""/></svg>"""
SVG = [
    "<svg/>",
    "\n <svg>",
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg">',
    "<?xml version='1.0'?><?xml-stylesheet href='a.css'?><!DOCTYPE svg><!----><svg>",
    ILLUSTRATOR,
]
MAX_SECONDS = 0.2  # a quadratic algorithm would take minutes


@pytest.mark.parametrize(
    ("content", "name", "ending"),
    [
        (b"%PDF-1.7\n", "a.pdf", "pdf"),
        (b"\xef\xbb\xbf\r\n%PDF-1.4\n", "a", "pdf"),
        (b"%PDF-1.6\n", "logo.AI", "ai"),
        (b"%!PS-Adobe-3.0\n%%Creator: Adobe Illustrator(R) 8", "logo.ai", "ai"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", "logo.eps", "eps"),
        (b"\xc5\xd0\xd3\xc6\x20\0\0\0", "logo.eps", "eps"),
        (b"\x89PNG\r\n\x1a\n", "a.ai", "png"),
        (b"\xff\xd8\xff\xe0", "a.jpeg", "jpg"),
        (b"II*\0\x08\0\0\0", "a.tiff", "tif"),
        (b"MM\0*\0\0\0\x08", "a.tif", "tif"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "IMG_1.HEIC", "heic"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "IMG_1.HEIC", "heic"),
        (b"MZ\x90", "a.pdf", None),
        (b"MZ\x90\0%PDF-1.4", "a.pdf", None),
        (b"<html><body>%PDF-1.4", "a.pdf", None),
        (b"\0\0\0\x18ftypmp42", "a.heic", None),
        (b"<html><svg></svg></html>", "a.svg", None),
        (b"<!-- <svg> -->", "a.svg", None),
        (b"<svgx>", "a.svg", None),
        (b"", "a.pdf", None),
        (b"\xff" * 5000, "a.png", None),
    ],
)
def test_the_type_is_detected_by_contents(content: bytes, name: str, ending: str | None) -> None:
    file = BytesIO(content)
    assert file_type(file, name) == ending and file.tell() == 0
    assert ending is None or ending in TYPES


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "iso-8859-2"])
@pytest.mark.parametrize("text", SVG)
def test_svg_is_detected_in_every_encoding(text: str, encoding: str) -> None:
    content = text.lstrip() if encoding.startswith("utf-16-") else text
    assert file_type(BytesIO(content.encode(encoding))) == "svg"


REPEATED = [
    "<!---->",
    "<!-- -->\n",
    "<?a?>",
    "<!DOCTYPE svg>",
    "<!DOCTYPE svg [",
    '"',
    "'\"",
    "[]",
    "<!--",
    "<?",
    "<",
    " ",
    "\0",
    "a:",
    "<a:",
]


@pytest.mark.parametrize("repeated", REPEATED)
def test_repeated_markup_is_examined_quickly(repeated: str) -> None:
    for start, end in product(("", "<!DOCTYPE svg [", "<!DOCTYPE svg "), ("", "<svg", "<svg/>")):
        content = f"{start}{repeated * (MAX_SCANNED_BYTES // len(repeated))}{end}".encode()
        started = time.process_time()
        file_type(BytesIO(content))
        assert time.process_time() - started < MAX_SECONDS


@given(st.lists(st.sampled_from([*REPEATED, "<svg", ">", "]>", "-->", "?>", "<!ENTITY a 'b'>", "x"])).map("".join))
def test_random_markup_does_not_fail(text: str) -> None:
    assert file_type(BytesIO(text.encode())) in (None, "svg")


@pytest.mark.parametrize(
    "text",
    [
        "<svg onload='a()'/>",
        "<svg><script>a()</script></svg>",
        "<svg><x:ScRiPt/></svg>",
        '<svg><a href="javascript:a()"/></svg>',
        "<svg><foreignObject><h:iframe src='http://a.example'/></foreignObject></svg>",
        '<!DOCTYPE svg [<!ENTITY a "<script>a()</script>">]><svg>&a;</svg>',
        '<!DOCTYPE svg [<!ENTITY a "&#60;script>a()&#60;/script>">]><svg>&a;</svg>',
        '<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://a.example">%a;]><svg/>',
        f'<!DOCTYPE svg [<!ENTITY a "{" " * 5_000}&#60;script>a()&#60;/script>">]><svg>&a;</svg>',
        '<!DOCTYPE svg [<!ENTITY a "> &#60;script>a()&#60;/script>">]><svg>&a;</svg>',
        '<svg xmlns:ä="http://www.w3.org/2000/svg"><ä:script>a()</ä:script></svg>',
        f"<svg><{'x' * 100}:script/></svg>",
        "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='#a'?><svg/>",
        f"<svg onload{' ' * 100}='a()'/>",
        '<svg><a href="&#106;avascript:a()"/></svg>',
        "<svg><f:form xmlns:f='http://www.w3.org/1999/xhtml' action='https://a.example'/></svg>",
        '<svg><f:x formaction="&#106;avascript:a()"/></svg>',
        '<svg><f:x src="java&#10;script:a()"/></svg>',
        f'<svg><a href{" " * 70}="&#106;avascript:a()"/></svg>',
        f'<svg><a href={" " * 70}"&#106;avascript:a()"/></svg>',
        f'<svg><a href="{" " * 1_100}&#106;avascript:a()"/></svg>',
        f'<svg><a href{" " * 60}={" " * 60}"{" " * 60}&#106;avascript:a()"/></svg>',
        "<?xml version='1.0' encoding='iso-2022-jp'?><svg><scr\x1b(Bipt>a()</scr\x1b(Bipt></svg>",
        '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "a()">]><svg/>',
        '<!DOCTYPE svg [<!ATTLIST svg onload CDATA #FIXED "a()">]><svg/>',
        '<!DOCTYPE svg [<!ATTLIST a xlink:href CDATA "java&#115;cript:a()">]><svg><a/></svg>',
    ],
)
def test_active_contents_are_detected(text: str) -> None:
    for encoding in ("utf-8", "utf-16"):
        assert has_active_contents(BytesIO(text.encode(encoding)))
    padding = " " * (BLOCK_BYTES - len("<svg>") - 10)
    assert has_active_contents(BytesIO(f"<svg>{padding}{text}".encode())), "across two blocks"


@pytest.mark.parametrize(
    "repeated",
    ["href", "href=", f"href{' ' * 63}", f"href={' ' * 63}", f"src='{' ' * 63}", f"action='{'a' * 128}", " on"],
)
def test_repeated_attributes_are_searched_quickly(repeated: str) -> None:
    file = BytesIO((repeated * (5 * BLOCK_BYTES // len(repeated))).encode())
    started = time.process_time()
    has_active_contents(file)
    assert time.process_time() - started < MAX_SECONDS


def test_illustrators_files_are_not_active() -> None:
    assert not has_active_contents(BytesIO(ILLUSTRATOR.encode()))


def test_inkscapes_files_are_not_active() -> None:
    text = """<svg xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
        xmlns:xlink="http://www.w3.org/1999/xlink">
        <metadata><rdf:RDF><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></rdf:RDF></metadata>
        <sodipodi:namedview inkscape:document-units="mm" inkscape:object-nodes="true"/>
        <defs><inkscape:path-effect effect="fillet_chamfer"/></defs>
        <a xlink:href="https://a.example/?a&amp;b"><text xml:space="preserve">Tom &amp; Eva&#10;only</text></a>
        <image xlink:href="data:image/png;base64,iVBORw0KGgo&#10;AAAA"/></svg>
    """
    assert not has_active_contents(BytesIO(text.encode()))
