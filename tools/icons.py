"""`python -m tools.icons NAME …`: adds Tabler icons and updates existing ones.

The repository contains the site's icons, because Tabler's npm package is several megabytes in size.
"""

import json
import subprocess
import sys
from pathlib import Path

from app.components.icon.collection import BUNDLED, OWN_PREFIX, bundled
from app.folders import ROOT
from app.suggestion import did_you_mean
from pwa.seam.workspace import environment

PACKAGE = f"@iconify-json/{OWN_PREFIX}@1.2.41"
OVERVIEW = "https://tabler.io/icons"
FOLDER = ROOT / ".cache" / "icons"
USAGE = 'Which icons? For example: make icons NAMES="gift heart"'


def main(names: list[str]) -> None:
    if not names:
        sys.exit(USAGE)
    command = ["npm", "install", "--prefix", str(FOLDER), "--no-save", PACKAGE]
    if subprocess.run(command, env=environment(), capture_output=True).returncode:
        sys.exit(f"{PACKAGE} could not be installed. Is there a network?")
    before = bundled()["icons"]
    try:
        BUNDLED.write_text(subset(_package() / "icons.json", {*before, *names}))
    except LookupError as error:
        sys.exit(str(error))
    for name in names:
        print(f"{name}: {'was there already' if name in before else f'added to {BUNDLED.name}'}")


def _package() -> Path:
    return FOLDER / "node_modules" / "@iconify-json" / OWN_PREFIX


def subset(file: Path, names: set[str]) -> str:
    """Returns the icons `names` as JSON. `file` contains all icons in Iconify's format.

    Raises:
        LookupError: an icon is missing from `file`.
    """
    collection = json.loads(file.read_text())
    known = collection["icons"]
    for name in sorted(names - known.keys()):
        raise LookupError(f"Tabler has no icon `{name}`.{did_you_mean(name, known)} All of them: {OVERVIEW}")
    icons = {name: known[name] for name in sorted(names)}
    head = {key: collection[key] for key in ("prefix", "width", "height")}
    return json.dumps({**head, "icons": icons}, indent=2) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
