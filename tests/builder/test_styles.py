"""The security policy of a page contains the hashes of its inline styles."""

from base64 import b64encode
from hashlib import sha256

from builder.styles import inline_styles


def source(style: str) -> str:
    return f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"


def test_attributes_and_elements_count_once() -> None:
    html = '<style>.a{b:c}</style><p style="d:e">Text</p><p style="d:e"></p><style data-href="x">.f>g{h:i}</style>'
    assert inline_styles(html) == tuple(map(source, (".a{b:c}", "d:e", ".f>g{h:i}")))


def test_other_texts_do_not_count() -> None:
    assert inline_styles("<p>.a{b:c}</p><script>d</script>") == ()
