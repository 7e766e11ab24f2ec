"""`python -m pwa.seam.export FILE`: has Reflex write the pages into `.web`, for Next to export, and notes in the file
which icons are placeholders.

`reflex export` does that too, and then runs Next by itself, beside another Next that turns telemetry off.
"""

import gc
import os
import sys
from pathlib import Path

from reflex.constants import Env
from reflex.environment import environment
from reflex.utils import build, prerequisites

from app.components.icon import collection as icons
from pwa.seam import memoization, workspace


def main(notices: str) -> None:
    """Writes the pages, and all that they need."""
    os.environ[icons.NOTICES] = notices
    gc.disable()  # nearly all that it makes is there until it ends
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_COMPILE_PROCESSES.set(os.cpu_count())
    memoization.search_once()
    workspace.renew_modules()
    prerequisites.get_compiled_app(export=True)
    build.setup_frontend(Path.cwd(), disable_telemetry=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
