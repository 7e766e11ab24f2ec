from app.folders import ROOT
from tools.formatting import formatted


def test_python_is_formatted() -> None:
    assert formatted("a = 'b'", ROOT / "tools/a.py") == 'a = "b"\n'


def test_python_in_documents_is_formatted() -> None:
    assert formatted("```python\na = 'b'\n```\n", ROOT / "docs/a.md") == '```python\na = "b"\n```\n'
