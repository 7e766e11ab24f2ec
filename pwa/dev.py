"""`python -m pwa.dev`: the site with hot reload on http://localhost:3000."""

import os
import sys

from app.components.icon import collection as icons
from pwa.build import fonts
from pwa.build.pictures import encode_all
from pwa.build.placeholders import NOTICES
from pwa.seam import workspace


def main() -> None:
    """Prepares `.web`, then replaces this process by `reflex run`."""
    workspace.prepare()
    fonts.make()
    encode_all()
    environment = {
        **workspace.environment(),
        "REFLEX_APP_MODULE_IMPORT": "app.server.dev",
        icons.NOTICES: str(NOTICES),
    }
    os.execve(sys.executable, [sys.executable, "-m", "reflex", "run"], environment)


if __name__ == "__main__":
    main()
