"""The test runner of `make test` and `make test-nightly`.

Runs most tests in parallel. At night, runs the tests marked `alone` afterwards. Finally, reruns failed browser tests.
Tests that pass on the rerun are flaky and are listed in test-results/flaky.txt.
"""

import json
import os
import subprocess
import sys

from app.folders import ROOT
from tests.support.engines.launch import missing
from tests.support.workshops import HAS_DATES

BROWSER_TESTS = ("tests/e2e/", "tests/engines/")
MAX_FLAKY = 2
MAX_RERUNS = 20
"""The maximum number of failed browser tests to rerun. If more of these tests fail, none is rerun."""
FLAKY = ROOT / "test-results" / "flaky.txt"
FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
PARALLEL = ("-n", "logical", "--dist", "loadscope", "--no-loadscope-reorder", "--durations=10")
SELECTIONS = {"test": "not engines and not nightly", "nightly": "engines or nightly"}
AGAIN = ("--last-failed", "--last-failed-no-failures=none", *BROWSER_TESTS)
TESTS_FAILED, NO_TESTS = 1, 5
COMPLETE = (0, TESTS_FAILED)
"""The exit codes of pytest after a complete run."""


def main(name: str = "test") -> int:
    code = run_tests(name)
    if not HAS_DATES:
        print("NOT TRIED: bookings (fewer than three workshops can be booked)")
    if absent := missing():
        print(f"NOT TRIED: {', '.join(absent)} (not installed)")
        if os.environ.get("CI"):
            return 1
    return code


def run_tests(name: str) -> int:
    FAILED.unlink(missing_ok=True)
    selected = SELECTIONS[name]
    parallel = run(*PARALLEL, "-m", f"not alone and ({selected})")
    alone = run("--durations=10", "-m", "alone", *alone_modules()) if name == "nightly" else NO_TESTS
    failed = failed_tests()
    are_complete = parallel in COMPLETE and alone in (*COMPLETE, NO_TESTS)
    if not are_complete or (TESTS_FAILED in (parallel, alone) and not failed):
        return 1  # pytest itself has failed, so a rerun is pointless
    again = [test for test in failed if test.startswith(BROWSER_TESTS)]
    if 0 < len(again) <= MAX_RERUNS:
        print(f"\nRunning {len(again)} failed browser tests again, alone:", flush=True)
        run(*AGAIN)
    return conclude(failed, failed_tests())


def alone_modules() -> list[str]:
    """Searches the source code for tests marked `alone`, because collecting all modules takes seconds."""
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(module) for module in modules if "mark.alone" in module.read_text()]


def run(*options: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *options], cwd=ROOT).returncode


def failed_tests() -> list[str]:
    return sorted(json.loads(FAILED.read_text())) if FAILED.is_file() else []


def conclude(failed_first: list[str], failed_finally: list[str]) -> int:
    flaky = sorted(set(failed_first) - set(failed_finally))
    FLAKY.parent.mkdir(exist_ok=True)
    FLAKY.write_text("".join(f"{test}\n" for test in flaky))
    for test in flaky:
        print(f"FLAKY {test}")
    for test in failed_finally:
        print(f"FAILED {test}")
    if len(flaky) > MAX_FLAKY:
        print(f"{len(flaky)} flaky tests fail the suite; {MAX_FLAKY} are tolerated.")
    return int(bool(failed_finally) or len(flaky) > MAX_FLAKY)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
