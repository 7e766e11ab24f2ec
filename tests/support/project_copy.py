"""Copies the project to another folder, where tests can change and build it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from app.folders import ROOT
from builder.inputs import SOURCES
from builder.links import link
from tests.support.server_process import server_environment

PREPARED = (".web/node_modules", ".web/fonts", ".web/pictures", ".web/placeholders", ".web/packages.sha256")
"""Files that are slow to create. Copies of the project link to these files."""
OFFLINE = {"npm_config_offline": "true"}
COMPRESSED = ".web/compressed"
"""A cache that makes builds in copies of the project faster."""


def copy_project(target: Path) -> Path:
    copy_sources(target)
    link_prepared(target)
    return target


def copy_sources(target: Path) -> None:
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.rmtree(target / name, ignore_errors=True)
            shutil.copytree(source, target / name)
        else:
            shutil.copy2(source, target / name)


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text, f"{file.name} has no {old}"
    file.write_text(text.replace(old, new, 1))


def add_pages(project: Path, pages: Iterable[Path]) -> None:
    contact = '    Route("contact", "/contact"),\n'
    for page in pages:
        shutil.copy2(page, project / "app/pages")
        replace(project / "app/routes.py", contact, f'{contact}    Route("{page.stem}", "/{page.stem}"),\n')


def add_charts(project: Path) -> None:
    """Adds recharts to the site's packages. npm downloads nothing, because recharts is already installed for tests."""
    manifest = project / "pwa/package.json"
    packages = json.loads(manifest.read_text())
    if "recharts" in packages["devDependencies"]:
        packages["dependencies"]["recharts"] = packages["devDependencies"].pop("recharts")
    manifest.write_text(json.dumps(packages))


def add_language(project: Path, language: str) -> None:
    end = ")\nDEFAULT = "
    replace(project / "app/i18n/languages.py", end, f"    {language},\n{end}")


def link_prepared(target: Path, names: Iterable[str] = PREPARED) -> None:
    for name in names:
        source = ROOT / name
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target / name, symlinks=True, copy_function=link)
        else:
            shutil.copy2(source, target / name)


def run(project: Path, *module: str, **environment: str) -> str:
    environment = {**server_environment(), **environment}
    result = subprocess.run(
        [sys.executable, "-m", *module], cwd=project, env=environment, capture_output=True, text=True
    )
    output = result.stdout + result.stderr
    assert result.returncode == 0, output
    return output
