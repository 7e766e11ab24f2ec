import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.folders import ROOT

USABLE, UNUSABLE = "#!/bin/sh\n", "#!/bin/sh\nexit 1\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".venv/bin").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("requirements.txt", "requirements-dev.txt", ".venv/run.stamp", ".venv/dev.stamp"):
        (tmp_path / name).touch()
    python = tmp_path / ".venv/bin/python"
    python.write_text(USABLE)
    python.chmod(0o755)
    return tmp_path


def planned(project: Path, *arguments: str) -> str:
    command = ["make", "--dry-run", "PYTHON=python3.13", *arguments]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=True).stdout


def test_an_environment_without_pip_is_usable(project: Path) -> None:
    folder = project / ".venv"
    (folder / "bin/python").unlink()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    assert planned(project, "dev") == "exec .venv/bin/reflex run\n"
    shutil.rmtree(folder / "lib")
    assert "-m venv --clear .venv" in planned(project, "dev")


def test_a_killed_python_does_not_delete_the_environment(project: Path) -> None:
    (project / ".venv/bin/python").write_text("#!/bin/sh\nkill -9 $$\n")
    assert planned(project, "dev") == "exec .venv/bin/reflex run\n"


@pytest.mark.parametrize("target", ["dev", ".venv/run.stamp"])
def test_after_an_upgrade_of_python_everything_is_installed_again(project: Path, target: str) -> None:
    python = project / ".venv/bin/python"
    python.write_text(UNUSABLE)
    plan = planned(project, target)
    assert plan.index("python3.13 -m venv --clear .venv") < plan.index("-r requirements.txt")
    assert ("-r requirements-dev.txt" in plan) == (target == "dev")
    python.unlink()
    python.symlink_to("python3.11-of-the-old-system")
    assert planned(project, target) == plan


def test_an_export_folder_may_contain_spaces(project: Path) -> None:
    assert '-m builder.export "my site"' in planned(project, "export", "TO=my site")
