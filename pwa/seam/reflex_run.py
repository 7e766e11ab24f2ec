"""Reads the options of `reflex run` from Click."""

from collections.abc import Mapping
from typing import NamedTuple

import click
from reflex.environment import environment

from app.seam.reflex_internals import InternalsChangedError

MODULE = "REFLEX_APP_MODULE_IMPORT"
"""The environment variable that names the application's module."""
LEAVE_PAGES = environment.REFLEX_SKIP_COMPILE.name
"""The environment variable that stops Reflex from compiling pages."""
PORTS = ("frontend_port", "backend_port")


class Options(NamedTuple):
    is_production: bool
    frontend_port: int | None
    backend_port: int | None

    @property
    def settings(self) -> Mapping[str, str]:
        """The environment variables that pass the ports to child processes."""
        named = {name: getattr(self, name) for name in PORTS}
        return {f"REFLEX_{name.upper()}": str(port) for name, port in named.items() if port}


def options() -> Options | None:
    """Returns the options of `reflex run`, or None if another command runs.

    Raises:
        InternalsChangedError: Reflex's command lacks an expected option.
    """
    context = click.get_current_context(silent=True)
    if context is None or context.command_path.split()[-1:] != ["run"]:
        return None
    parameters = context.params
    if not {"env", *PORTS} <= parameters.keys():
        raise InternalsChangedError("reflex run", f"the options `env`, {' and '.join(f'`{port}`' for port in PORTS)}")
    return Options(parameters["env"] == "prod", *(parameters[port] for port in PORTS))
