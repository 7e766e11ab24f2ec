from collections.abc import Callable

import click
import pytest
from reflex.reflex import cli
from reflex.utils import console

from app.seam.reflex_internals import InternalsChangedError
from pwa.seam import reflex_run
from pwa.seam.reflex_run import Options, options


@pytest.fixture(autouse=True)
def unchanged_log_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevents `--loglevel` from changing the log level of later tests."""
    monkeypatch.setattr(console, "set_log_level", lambda _level: None)


def seen_by(command: click.Command, *arguments: str, read: Callable[[], object] = options) -> object:
    """Calls `read()` as if a user had run `reflex` with `command` and `arguments`."""
    group = cli.make_context("reflex", [command.name or "", *arguments], resilient_parsing=True)
    with group, command.make_context(command.name, list(arguments), parent=group).scope():
        return read()


def test_only_reflex_run_has_options() -> None:
    assert options() is None and seen_by(cli.commands["export"], "--env", "prod") is None


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [
        ((), Options(False, None, None)),
        (("--env", "prod"), Options(True, None, None)),
        (("--frontend-port", "3100", "--backend-port", "8100"), Options(False, 3100, 8100)),
        (("--backend-host", "0.0.0.0", "--backend-only"), Options(False, None, None, "0.0.0.0", "--backend-only")),
    ],
)
def test_options_of_reflex_run(arguments: tuple[str, ...], seen: Options) -> None:
    assert seen_by(cli.commands["run"], *arguments) == seen


def test_ports_are_passed_to_child_processes() -> None:
    assert Options(False, 3100, None).settings == {"REFLEX_FRONTEND_PORT": "3100"}


def test_other_options_fail() -> None:
    with pytest.raises(InternalsChangedError, match="expected the options `env`, `frontend_port`, `backend_port`"):
        seen_by(click.Command("run"))


@pytest.mark.parametrize(
    ("arguments", "refused"), [((), None), (("--env", "prod", "--loglevel", "debug"), None), (("--no-zip",), "--zip")]
)
def test_options_of_reflex_export(arguments: tuple[str, ...], refused: str | None) -> None:
    export = cli.commands["export"]
    assert seen_by(export, *arguments, read=reflex_run.is_export)
    assert seen_by(export, *arguments, read=reflex_run.unsupported_option) == refused
    assert not seen_by(cli.commands["run"], read=reflex_run.is_export)
