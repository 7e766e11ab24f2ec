"""Whether this process is `reflex run`, and with which options: Click knows the command that it is running."""

from collections.abc import Mapping
from typing import NamedTuple

import click
from reflex.environment import environment

from app.seam.reflex_internals import InternalsChangedError

MODULE = "REFLEX_APP_MODULE_IMPORT"
"""The environment variable with the module of the application, for Reflex and the processes that it starts."""
LEAVE_PAGES = environment.REFLEX_SKIP_COMPILE.name
"""The environment variable that has Reflex, and the processes that it starts, leave the pages as they are."""
PORTS = ("frontend_port", "backend_port")
"""The options with the ports of Next and of Reflex's backend."""


class Options(NamedTuple):
    """The options of `reflex run`: whether it is asked for the production server, and the ports of Next and of Reflex's
    backend, if they are named."""

    is_production: bool
    frontend_port: int | None
    backend_port: int | None

    @property
    def settings(self) -> Mapping[str, str]:
        """The environment variables that tell the ports to another process of Reflex."""
        named = {name: getattr(self, name) for name in PORTS}
        return {f"REFLEX_{name.upper()}": str(port) for name, port in named.items() if port}


def options() -> Options | None:
    """The options; None where another program, or another command of Reflex, is running.

    Raises:
        InternalsChangedError: Reflex's command has other options.
    """
    context = click.get_current_context(silent=True)
    if context is None or context.command_path.split()[-1:] != ["run"]:
        return None
    chosen = context.params
    if not {"env", *PORTS} <= chosen.keys():
        raise InternalsChangedError("reflex run", f"the options `env`, {' and '.join(f'`{port}`' for port in PORTS)}")
    return Options(chosen["env"] == "prod", *(chosen[port] for port in PORTS))
