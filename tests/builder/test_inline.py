from base64 import b64encode
from hashlib import sha256

from builder.inline import Inline, inline_sources


def sources(*texts: str) -> tuple[str, ...]:
    return tuple(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts)


def test_attributes_and_elements_count_once() -> None:
    html = '<style>.a{b:c}</style><p style="d:e">Text</p><p style="d:e"></p><style data-href="x">.f>g{h:i}</style>'
    assert inline_sources(html) == Inline(sources(".a{b:c}", "d:e", ".f>g{h:i}"))


def test_scripts_count_as_they_are_written() -> None:
    html = "<script data-application='/a.js'>if (a<b && '&amp;') c()\n</script><p>Text</p><script>d</script>"
    assert inline_sources(html) == Inline(scripts=sources("if (a<b && '&amp;') c()\n", "d"))


def test_other_texts_do_not_count() -> None:
    data = '<script src="/d.js" defer=""></script><script type="application/json">{"e":1}</script>'
    assert inline_sources(f"<p>.a{{b:c}}</p>{data}") == Inline()
