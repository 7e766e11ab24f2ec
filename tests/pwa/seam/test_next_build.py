import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.folders import ROOT

SCRIPT = ROOT / "pwa/seam/next-build.js"
MODULES = (
    "next/dist/cli/next-build",
    "next/dist/compiled/webpack/bundle5",
    "next/dist/compiled/babel/bundle",
    "next/dist/compiled/mini-css-extract-plugin",
    "@tailwindcss/postcss",
    "workbox-build",
)
LISTS = "next/dist/build/collect-build-traces"


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A folder with packages that print their names when Node loads them."""
    for name in (*MODULES, LISTS, "next/dist/bin/next"):
        file = tmp_path / "node_modules" / name / "index.js"
        file.parent.mkdir(parents=True)
        file.write_text(f"console.log({name!r}, process.env.NODE_ENV, process.argv.slice(2).join());")
    return tmp_path


def run(web: Path, said: str) -> subprocess.CompletedProcess[str]:
    tools = Path(sys.executable).parent
    return subprocess.run(
        [tools / "node", SCRIPT, "build"], cwd=web, input=said, capture_output=True, text=True, check=False
    )


def test_the_build_starts_after_the_word_with_all_modules_loaded(web: Path) -> None:
    ran = run(web, "build")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == [f"{name} production build" for name in (*MODULES, "next/dist/bin/next")]


def test_next_lists_no_files_for_a_server(web: Path) -> None:
    command = web / "node_modules/next/dist/bin/next/index.js"
    command.write_text("require('../../build/collect-build-traces').collectBuildTraces().then(console.log)")
    ran = run(web, "build")
    assert ran.returncode == 0, ran.stderr
    assert LISTS not in ran.stdout and ran.stdout.splitlines()[-1] == "undefined"


def test_nothing_starts_without_the_word(web: Path) -> None:
    ran = run(web, "")
    assert ran.returncode == 0, ran.stderr
    assert "bin/next" not in ran.stdout


@pytest.mark.parametrize("name", [MODULES[-1], LISTS])
def test_another_next_fails_with_a_sentence(web: Path, name: str) -> None:
    shutil.rmtree(web / "node_modules" / name)
    ran = run(web, "build")
    assert ran.returncode == 1
    assert f"Next has changed: expected a module {name}, which pwa/seam/next-build.js loads." in ran.stderr


def test_the_installed_next_calls_the_replaced_function() -> None:
    next_build = (ROOT / ".web/node_modules/next/dist/build/index.js").read_text()
    assert 'require("./collect-build-traces")' in next_build
    assert "_collectbuildtraces.collectBuildTraces)({" in next_build
