"""Controls Chromium, Firefox and WebKit through one interface.

`python -m tests.support.engines` installs missing engines.
"""

from tests.support.engines.chromium import LOCAL, Chromium, chromium
from tests.support.engines.engine import Engine, EngineError, Look, Person, Tab, WithLook
from tests.support.engines.launch import NAMES, engine, install, missing

__all__ = [
    "LOCAL",
    "NAMES",
    "Chromium",
    "Engine",
    "EngineError",
    "Look",
    "Person",
    "Tab",
    "WithLook",
    "chromium",
    "engine",
    "install",
    "missing",
]
