from app.folders import ROOT

PAGE = (ROOT / "docs/reflex.md").read_text()
EXAMPLES = sorted((ROOT / "docs/examples").glob("*.py"))


def test_the_page_quotes_a_tested_file_and_links_all() -> None:
    assert f"```python\n{(ROOT / 'docs/examples/counter.py').read_text()}```" in PAGE
    assert [example.name for example in EXAMPLES if f"(examples/{example.name})" not in PAGE] == []
