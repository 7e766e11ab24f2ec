"""The project's folders."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The project's own: where `.env`, `.web` and `dist` are."""
WEB = ROOT / ".web"
"""In which Reflex generates and Next builds."""
