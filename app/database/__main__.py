"""`python -m app.database` backs up and restores the site's data."""

import signal
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from app.database import backup
from app.database.backup import BackupError
from app.database.database import open_database
from app.folders import ENV_FILE, KEYS_FILE, ROOT
from app.settings import Settings, SettingsError, settings

FOLDER = ROOT / "backups"
UNIT_SETTINGS = Path("/etc/otisk.env")
"""The settings file that `deploy/otisk.service` reads in addition to `.env`."""


def main(arguments: list[str]) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        chosen.run(settings(), chosen)
    except (SettingsError, BackupError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m app.database", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    making = commands.add_parser("backup", help="writes an archive; the server may run")
    making.add_argument("to", type=Path, nargs="?", default=FOLDER, metavar="TO", help="a folder, or a new .tar file")
    making.set_defaults(run=_back_up)
    restoring = commands.add_parser("restore", help="replaces the data with an archive's; the server has to be stopped")
    restoring.add_argument("archive", type=Path, metavar="FROM")
    restoring.add_argument("--force", action="store_true", help="replaces data, and keeps it aside")
    restoring.set_defaults(run=_restore)
    return parser


def _back_up(settings: Settings, chosen: Namespace) -> None:
    made = backup.create(open_database(settings), chosen.to.expanduser().absolute(), (ENV_FILE, KEYS_FILE))
    print(f"{made.file} ({made.contents}): read back and complete.")
    secrets = f" and secrets ({', '.join(made.others)})" if made.others else ""
    print(f"It contains personal data{secrets}: only its owner may read it.")
    missing = [] if ENV_FILE.is_file() else ["settings, as there is no .env"]
    missing += [str(UNIT_SETTINGS)] if UNIT_SETTINGS.exists() else []
    missing += ["Redis (revoked sessions, the creator's token): let it save to disk"] if settings.redis_url else []
    for each in missing:
        print(f"Not included: {each}.")


def _restore(settings: Settings, chosen: Namespace) -> None:
    database = open_database(settings)
    restored, replaced = backup.restore(database, chosen.archive.expanduser().absolute(), force=chosen.force)
    print(f"{database} has the data of {restored.created}: {restored.contents}.")
    if replaced:
        print(f"The replaced data is in {replaced}; a server deletes it after 30 days.")
    if restored.contents.unsent_mails:
        print("The unsent mails stay unsent: they may have been sent since. The desk shows them under failed mails.")
    for name in restored.others:
        print(f"Not restored: {name}. If you need it: tar -xpf {restored.file} {name}")


if __name__ == "__main__":
    # Raises SystemExit on a signal, so that the command deletes its temporary copies of the data.
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # under nohup, the command must ignore SIGHUP
            signal.signal(number, lambda number, _frame: sys.exit(128 + number))
    sys.exit(main(sys.argv[1:]))
