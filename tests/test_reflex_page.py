"""The code examples in docs/reflex.md are copies of code in tested files."""

from app.folders import ROOT

PAGE = (ROOT / "docs/reflex.md").read_text()
EXAMPLES = sorted((ROOT / "docs/examples").glob("*.py"))


def test_the_quoted_example_is_the_tested_file() -> None:
    assert f"```python\n{(ROOT / 'docs/examples/counter.py').read_text()}```" in PAGE


def test_every_example_is_linked() -> None:
    assert [example.name for example in EXAMPLES if f"(examples/{example.name})" not in PAGE] == []
