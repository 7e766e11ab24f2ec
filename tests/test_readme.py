"""The README and docs name only existing files and commands. Tables list every setting and package."""

import ast
import json
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.folders import ROOT
from app.settings import Settings
from tools.project_files import project_files

README = (ROOT / "README.md").read_text()
DOCS = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("pwa/**/README.md"), ROOT / "README.md", ROOT / "SECURITY.md"])
DESCRIBED = re.compile(r"^(?P<indent>(?: {2})?)(?P<name>\S+) +(?P<says>\S.*(?:\n {3,}.*)*)$", re.MULTILINE)
CITED = re.compile(r'docs/contract\.md, "([^"]+)"')
LINK = re.compile(r"\]\((?!https?:)(?P<file>[^)#]*)(?:#(?P<heading>[^)]*))?\)")


def lines() -> Iterator[tuple[str, str]]:
    folder = ""
    for line in DESCRIBED.finditer(re.findall(r"^```\n(app/.*?)^```$", README, re.MULTILINE | re.DOTALL)[0]):
        folder = folder if line["indent"] else line["name"]
        yield (folder if line["indent"] else "") + line["name"], line["says"]


TREE = dict(lines())


def folders(name: str) -> set[str]:
    """Returns those parent folders of a file that the README must list."""
    top, *rest = name.split("/")
    if not rest or top.startswith("."):
        return set()
    return {f"{top}/"} | ({f"{top}/{rest[0]}/"} if top == "app" and len(rest) > 1 else set())


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def table(file: Path) -> set[str]:
    return {
        name
        for row in re.findall(r"^\| (`.*?) \|", file.read_text(), re.MULTILINE)
        for name in re.findall(r"`(.+?)`", row)
    }


def test_the_tree_has_every_folder_of_the_site() -> None:
    assert {folder for name in project_files() for folder in folders(name)} - set(TREE) == set()
    assert [path for path in TREE if not (ROOT / path).exists()] == []


def test_files_named_in_the_tree_exist() -> None:
    for path, says in TREE.items():
        for name in re.findall(r"\((\w+(?:\.py|\.js|/))\)", says):
            assert next((ROOT / path).rglob(name.rstrip("/")), None), f"{path} has no {name}"


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_have_targets(page: Path) -> None:
    for link in LINK.finditer(page.read_text()):
        file = (page.parent / link["file"]).resolve() if link["file"] else page
        assert file.exists(), link[0]
        assert not link["heading"] or link["heading"] in anchors(file.read_text()), link[0]


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_files_and_tests_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    text = page.read_text()
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE)) <= targets
    named = re.findall(r"`((?:app|builder|pwa|tools|tests|docs|assets|locales)/[\w./-]+)`", text)
    examples = ("app/extras/copy/",)
    assert [name for name in named if not (ROOT / name).exists() and not name.startswith(examples)] == []
    for file, test in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text):
        assert f"def {test}(" in (ROOT / file).read_text(), test


def test_every_command_is_in_the_readme() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(targets) == set(re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE))


def test_every_setting_is_described() -> None:
    assert table(ROOT / "docs/settings.md") >= {name.upper() for name in Settings.model_fields}


def test_every_package_is_described() -> None:
    packages = json.loads((ROOT / "pwa/package.json").read_text())
    assert table(ROOT / "docs/packages.md") == {*packages["dependencies"], *packages["devDependencies"]}


def test_cited_sections_of_the_contract_exist() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "docs/contract.md").read_text(), re.MULTILINE)
    code = re.compile(r"(app|builder|pwa|tools|tests)/.*\.(py|js|css)")
    sources = [ROOT / name for name in project_files() if code.fullmatch(name)]
    cited = {re.sub(r"\s+", " ", name) for file in sources for name in CITED.findall(file.read_text())}
    assert cited and cited <= set(headings)


def test_what_the_recipes_import_is_there() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/how-to.md").read_text(), re.MULTILINE | re.DOTALL)
    inline = re.findall(r"`(from app\.[\w.]+ import [\w, ]+)`", (ROOT / "docs/how-to.md").read_text())
    imports = [
        (node.module, alias.name)
        for text in (*blocks, *inline)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        if "copy" not in (node.module.rpartition(".")[2], alias.name)  # `copy` is only an example in docs/how-to.md
    ]
    assert len(imports) > 15
    for module, name in imports:
        assert hasattr(import_module(module), name) or find_spec(f"{module}.{name}"), f"{module} has no {name}"
