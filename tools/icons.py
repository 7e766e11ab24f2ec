"""`python -m tools.icons [name …]`: adds icons of Tabler's set to the bundled ones, and updates those.

They are committed instead of read from the npm package: a few kilobytes instead of two megabytes, and pages can be
evaluated before any JavaScript package is installed.
"""

import json
import subprocess
import sys
from pathlib import Path

from app.components.icon.collection import BUNDLED, OWN_PREFIX, bundled
from pwa.seam.workspace import ROOT, environment

PACKAGE = f"@iconify-json/{OWN_PREFIX}@1.2.41"
FOLDER = ROOT / ".cache" / "icons"


def main(names: list[str]) -> None:
    """Rewrites the bundled set, with `names` added."""
    command = ["npm", "install", "--prefix", str(FOLDER), "--no-save", PACKAGE]
    subprocess.run(command, env=environment(), check=True, stdout=subprocess.DEVNULL)
    BUNDLED.write_text(subset(_package() / "icons.json", {*bundled()["icons"], *names}))


def _package() -> Path:
    return FOLDER / "node_modules" / "@iconify-json" / OWN_PREFIX


def subset(file: Path, names: set[str]) -> str:
    """An Iconify set, as JSON, with only these icons of the set in `file`.

    Raises:
        KeyError: the set does not have one of them.
    """
    whole = json.loads(file.read_text())
    icons = {name: whole["icons"][name] for name in sorted(names)}
    head = {key: whole[key] for key in ("prefix", "width", "height")}
    return json.dumps({**head, "icons": icons}, indent=2) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
