"""`make faults`: inserts faults into a copy of the project and checks that tests find them (mutation testing).

`make faults NAMES="price hreflang"` tries only these two faults.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.project_copy import link_prepared
from tools.faults.breaking import broken
from tools.faults.table import FAULTS, Fault
from tools.project_files import copy_project_files

TESTS_FAILED = 1
"""Pytest's exit code if tests fail. Any other code means that the fault was missed."""
TIMEOUT_SECONDS = 900
STAMP = """
from app.settings import load
from builder.inputs import DIST, STAMP, fingerprint
(DIST / STAMP).write_text(fingerprint(load()))
"""


class Copy:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        copy_project_files(folder)
        link_prepared(folder)

    def build(self) -> None:
        subprocess.run([sys.executable, "-m", "builder"], cwd=self.folder, check=True, capture_output=True)

    def run_tests(self, arguments: Sequence[str]) -> int:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments]
        ran = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
        return ran.returncode

    def finds(self, fault: Fault) -> bool:
        with self._having(fault):
            if fault.is_built:
                self.build()
            else:
                self._stamp()
            return self.run_tests(fault.found_by) == TESTS_FAILED

    @contextmanager
    def _having(self, fault: Fault) -> Iterator[None]:
        file = self.folder / fault.file
        source = file.read_text()
        file.write_text(broken(fault.file, source, fault.name, fault.change))
        try:
            yield
        finally:
            file.write_text(source)

    def _stamp(self) -> None:
        """Makes the build appear up to date, because tests refuse to run with an outdated build."""
        subprocess.run([sys.executable, "-c", STAMP], cwd=self.folder, check=True)


def main(names: Sequence[str]) -> int:
    """Inserts faults and prints the results. Returns 1 if tests miss a fault, or 2 if no fault was tried."""
    if unknown := set(names) - FAULTS.keys():
        print(f"There is no fault called {', '.join(sorted(unknown))}.", file=sys.stderr)
        return 2
    chosen = {name: FAULTS[name] for name in sorted(names or FAULTS, key=lambda name: FAULTS[name].is_built)}
    with tempfile.TemporaryDirectory() as folder:
        print("Building a copy, and running the tests in it without a fault …", flush=True)
        copy = Copy(Path(folder))
        copy.build()
        for found_by in {fault.found_by for fault in chosen.values()}:
            if copy.run_tests(found_by):
                print(f"Fails without a fault, or has no test: pytest {' '.join(found_by)}", file=sys.stderr)
                return 2
        found = [name for name, fault in chosen.items() if _try(copy, name, fault)]
    print(f"{len(found)} of {len(chosen)} found.")
    return int(len(found) < len(chosen))


def _try(copy: Copy, name: str, fault: Fault) -> bool:
    start = time.monotonic()
    is_found = copy.finds(fault)
    print(f"{'found' if is_found else 'NOT FOUND':>9}  {name} ({time.monotonic() - start:.0f} s)", flush=True)
    return is_found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
