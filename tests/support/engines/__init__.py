"""Chromium, Firefox and WebKit behind one interface, for tests of what engines do differently.

`python -m tests.support.engines` installs missing engines. Tests of a single engine's features use Playwright directly.
"""

from tests.support.engines.chromium import LOCAL, Chromium, chromium
from tests.support.engines.engine import Engine, EngineError, Look, Person, Tab
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
    "chromium",
    "engine",
    "install",
    "missing",
]
