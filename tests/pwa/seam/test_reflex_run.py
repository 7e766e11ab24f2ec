"""The options of `reflex run`, read from Click."""

import click
import pytest
from reflex.reflex import cli

from app.seam.reflex_internals import InternalsChangedError
from pwa.seam.reflex_run import Options, options


def seen_by(command: click.Command, *arguments: str) -> Options | None:
    """Returns the result of `options()` in the Click context of `command`."""
    group = cli.make_context("reflex", [command.name or "", *arguments], resilient_parsing=True)
    with group, command.make_context(command.name, list(arguments), parent=group).scope():
        return options()


def test_there_are_no_options_without_a_command() -> None:
    assert options() is None


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        ((), Options(False, None, None)),
        (("--env", "prod"), Options(True, None, None)),
        (("--frontend-port", "3100", "--backend-port", "8100"), Options(False, 3100, 8100)),
    ],
)
def test_options_of_reflex_run(arguments: tuple[str, ...], seen: Options) -> None:
    assert seen_by(cli.commands["run"], *arguments) == seen


def test_ports_are_passed_to_child_processes() -> None:
    assert Options(False, 3100, None).settings == {"REFLEX_FRONTEND_PORT": "3100"}


def test_another_command_has_none() -> None:
    assert seen_by(cli.commands["export"], "--env", "prod") is None


def test_other_options_fail() -> None:
    with pytest.raises(InternalsChangedError, match="expected the options `env`, `frontend_port` and `backend_port`"):
        seen_by(click.Command("run"))
