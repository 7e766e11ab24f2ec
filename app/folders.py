"""The project's folders."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / ".web"
"""The folder of the Next project that Reflex generates."""
ENV_FILE = ROOT / ".env"
KEYS_FILE = ROOT / ".session-keys"
"""The file that stores the session keys if `SESSION_KEYS` is not set."""
