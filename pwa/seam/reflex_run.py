"""Reads the options of `reflex run` and `reflex export`."""

from collections.abc import Mapping
from typing import NamedTuple

import click
from click.core import ParameterSource
from reflex.environment import environment

from app.seam.reflex_internals import InternalsChangedError

MODULE = "REFLEX_APP_MODULE_IMPORT"
LEAVE_PAGES = environment.REFLEX_SKIP_COMPILE.name
PORTS = ("frontend_port", "backend_port")
PARTS = ("frontend_only", "backend_only")
"""Options that start only the frontend or only the backend."""
GIVEN = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
HARMLESS = ("env", "loglevel")
"""Options of `reflex export` that the build ignores."""


class Options(NamedTuple):
    """The options of `reflex run`. `part` is `--frontend-only`, `--backend-only` or None."""

    is_production: bool
    frontend_port: int | None
    backend_port: int | None
    backend_host: str | None = None
    part: str | None = None

    @property
    def settings(self) -> Mapping[str, str]:
        """Environment variables that pass the ports to child processes."""
        named = {name: getattr(self, name) for name in PORTS}
        return {f"REFLEX_{name.upper()}": str(port) for name, port in named.items() if port}


def options() -> Options | None:
    """Returns the options of `reflex run`, or None if this process runs another command.

    Raises:
        InternalsChangedError: `reflex run` does not have an expected option.
    """
    context = _context("run")
    if context is None:
        return None
    parameters = context.params
    expected = ("env", *PORTS, "backend_host", *PARTS)
    if not {*expected} <= parameters.keys():
        raise InternalsChangedError("reflex run", f"the options {', '.join(f'`{name}`' for name in expected)}")
    part = next((_written(name) for name in PARTS if parameters[name]), None)
    return Options(
        is_production=parameters["env"] == "prod",
        **{name: parameters[name] for name in (*PORTS, "backend_host")},
        part=part,
    )


def is_export() -> bool:
    return _context("export") is not None


def unsupported_option() -> str | None:
    """Returns the first option given to `reflex export` that the build does not support, or None."""
    context = _context("export")
    given = (name for name in context.params if context.get_parameter_source(name) in GIVEN) if context else ()
    return next((_written(name) for name in given if name not in HARMLESS), None)


def _context(command: str) -> click.Context | None:
    context = click.get_current_context(silent=True)
    return context if context and context.command_path.split()[-1:] == [command] else None


def _written(name: str) -> str:
    return f"--{name.replace('_', '-')}"
