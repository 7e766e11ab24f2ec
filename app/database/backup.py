"""Creates and restores backups. A backup contains the database, the settings and the session keys."""

import hashlib
import io
import json
import os
import tarfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from app.database import copies
from app.database.copies import Contents, CopyError
from app.database.database import Database
from app.database.earlier import REPLACED
from app.database.errors import StoreError
from app.database.leftovers import EXTRACTED, EXTRACTED_FOLDERS, delete_unchanged
from app.database.locks import create_private_file, held

FORMAT = 1
MANIFEST, COPY = "manifest.json", "database"
BLOCK_BYTES = 1024 * 1024
LEFTOVERS = (EXTRACTED_FOLDERS, f"otisk-{'[0-9]' * 8}-{'[0-9]' * 6}-{'[0-9]' * 6}.tar.part")
"""Name patterns for leftovers of interrupted backups: folders with a database, and unfinished archives."""
LEFTOVER_SECONDS = 86400
"""The maximum age of a running backup's files. Older files are leftovers."""


class BackupError(Exception):
    """An error whose message is for the administrator."""


@dataclass(frozen=True)
class Backup:
    """A complete backup. `kind` is "sqlite" or "postgresql". `others` names all files except the database."""

    file: Path
    kind: str
    created: str
    contents: Contents
    others: tuple[str, ...]


def create(database: Database, target: Path, others: Sequence[Path] = ()) -> Backup:
    """Backs up the database and the files in `others`, and verifies the backup.

    `target` is a `.tar` file, or a folder for a file that is named after the current time. Also deletes incomplete
    files of interrupted backups from the backup's folder, because these files contain personal data.
    """
    with _backup_errors():
        if database.file and not database.file.exists():
            raise BackupError(f"There is no database yet ({database}); a server creates it")
        file = target if target.suffix == ".tar" else target / f"otisk-{_now()}.tar"
        if file.exists():
            raise BackupError(f"{file} exists already")
        copies.make_private_folder(file.parent)
        leftovers = [each for pattern in LEFTOVERS for each in file.parent.glob(pattern)]
        delete_unchanged(leftovers, since=time.time() - LEFTOVER_SECONDS)
        part = file.with_name(f"{file.name}.part")
        try:
            with TemporaryDirectory(dir=file.parent, prefix=EXTRACTED) as folder:
                copy = Path(folder) / COPY
                copies.dump(database, copy)
                _write(part, copy, copies.kind(database), copies.contents(database), others)
            with opened(part, file.parent) as (backup, _copy):
                part.rename(file)
        finally:
            part.unlink(missing_ok=True)
    return replace(backup, file=file)


def restore(database: Database, file: Path, *, force: bool = False) -> tuple[Backup, Path | None]:
    """Replaces the database with a backup. Returns the backup, and the path of the old data, if any.

    Existing data is replaced only if `force` is true. Stop all servers first, because they would continue to use the
    old data.
    """
    folder = database.file.parent if database.file else database.folder
    with _backup_errors(), opened(file, folder) as (backup, copy):
        if backup.kind != copies.kind(database):
            raise BackupError(f"{file} is a copy of {backup.kind}, and DATABASE_URL names {copies.kind(database)}")
        with held(database.process_lock("outbox"), BackupError("A server is running; stop it first")):
            has_data = not _is_empty(database)
            if has_data and not force:
                raise BackupError(f"{database} has data; FORCE=1, or --force without make, replaces it")
            aside = folder / f"{REPLACED}{_now()}"
            if has_data and database.file is None:
                aside = create(database, aside.with_suffix(".tar")).file
            copies.replace(database, copy, aside)
    return backup, aside if aside.exists() else None


@contextmanager
def opened(file: Path, temporary: Path) -> Generator[tuple[Backup, Path]]:
    """Checks a backup and extracts its database into `temporary`. Yields the backup and the database's path."""
    copies.make_private_folder(temporary)
    with TemporaryDirectory(dir=temporary, prefix=EXTRACTED) as folder:
        copy = Path(folder) / COPY
        try:
            with tarfile.open(file) as archive:
                manifest = json.load(_member(archive, MANIFEST))
                backup = _described(file, manifest)
                for name, digest in manifest["files"].items():
                    with (copy if name == COPY else Path(os.devnull)).open("wb") as target:
                        if _copied(_member(archive, name), target) != digest:
                            raise BackupError(f"{file} is damaged: {name} is not what was stored")
        except (tarfile.TarError, EOFError, KeyError, TypeError, ValueError):
            raise BackupError(f"{file} is damaged, or no backup of this site") from None
        copies.check(backup.kind, copy)
        yield backup, copy


def _described(file: Path, manifest: dict[str, Any]) -> Backup:
    if manifest["format"] != FORMAT:
        raise BackupError(f"{file} has the format {manifest['format']}; this release reads {FORMAT}")
    others = tuple(name for name in manifest["files"] if name != COPY)
    return Backup(file, manifest["database"], manifest["created"], Contents(**manifest["contents"]), others)


def _write(part: Path, copy: Path, kind: str, contents: Contents, others: Sequence[Path]) -> None:
    read = {each: each.read_bytes() for each in others if each.is_file()}
    with copy.open("rb") as file:
        digests = {COPY: hashlib.file_digest(file, "sha256").hexdigest()}
    digests |= {path.name: hashlib.sha256(data).hexdigest() for path, data in read.items()}
    created = datetime.now(UTC).isoformat(timespec="seconds")
    manifest = {"format": FORMAT, "created": created, "database": kind, "contents": asdict(contents), "files": digests}
    with os.fdopen(create_private_file(part), "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as archive:
            _add(archive, tarfile.TarInfo(MANIFEST), json.dumps(manifest, indent=1).encode())
            for path, data in read.items():
                _add(archive, archive.gettarinfo(path.resolve(), path.name), data)
            archive.add(copy, COPY, filter=_private)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _add(archive: tarfile.TarFile, info: tarfile.TarInfo, data: bytes) -> None:
    info.size = len(data)
    archive.addfile(info, io.BytesIO(data))


def _private(info: tarfile.TarInfo) -> tarfile.TarInfo:
    info.mode = 0o600
    return info


def _member(archive: tarfile.TarFile, name: str) -> BinaryIO:
    member = archive.extractfile(name)
    if member is None:
        raise KeyError(name)
    return member  # pyright: ignore[reportReturnType]


def _copied(source: BinaryIO, target: BinaryIO) -> str:
    digest = hashlib.sha256()
    while block := source.read(BLOCK_BYTES):
        digest.update(block)
        target.write(block)
    return digest.hexdigest()


def _is_empty(database: Database) -> bool:
    try:
        return copies.is_empty(database)
    except CopyError:  # a damaged database counts as not empty, because some data may be recoverable
        return False


@contextmanager
def _backup_errors() -> Generator[None]:
    try:
        yield
    except (CopyError, StoreError, OSError) as error:
        raise BackupError(str(error)) from error


def _now() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
