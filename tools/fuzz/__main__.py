"""Runs the fuzzer from the command line.

- python -m tools.fuzz [--minutes N] [--seed S] [--only FAMILY ...]
- python -m tools.fuzz --repeat FILE
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tools.fuzz.bystander import running_bystander
from tools.fuzz.cases import load
from tools.fuzz.families import FAMILIES
from tools.fuzz.runner import Runner
from tools.fuzz.site import running_site

DEFAULT_MINUTES = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools.fuzz", description="Attack the built site, and watch a bystander.")
    parser.add_argument("--minutes", type=float, default=DEFAULT_MINUTES, help="how long")
    parser.add_argument("--seed", type=int, help="the same seed makes the same input; by default the time")
    parser.add_argument("--only", nargs="+", metavar="FAMILY", help="only these families")
    parser.add_argument("--repeat", type=Path, metavar="FILE", help="send one saved case again, alone")
    given = parser.parse_args()
    if unknown := set(given.only or ()) - set(FAMILIES):
        parser.error(f"no such family: {', '.join(sorted(unknown))}; there are {', '.join(FAMILIES)}")
    seed = int(time.time()) if given.seed is None else given.seed
    if given.repeat:
        return _repeat(given.repeat)
    return _fuzz(given.only or list(FAMILIES), seed, given.minutes * 60)


def _fuzz(names: list[str], seed: int, seconds: float) -> int:
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    print(f"Seed {seed}. Failing input is saved in {folder}.", flush=True)
    with running_site() as running, running_bystander(running.url) as bystander:
        families = {name: FAMILIES[name] for name in names}
        runner = Runner(running, bystander, families, folder, lambda line: print(line, flush=True))
        findings = runner.run(seed, seconds)
    print(f"\n{runner.cases} cases, {len(findings)} findings")
    for number, finding in enumerate(findings, 1):
        print(f"{number}. {finding.family}: {finding.problem.kind}: {finding.problem.what[:150]} {finding.file or ''}")
    for (family, kind), more in runner.further.items():
        print(f"{family}: {kind}: {more} more")
    return bool(findings)


def _repeat(file: Path) -> int:
    with running_site() as running, running_bystander(running.url) as bystander:
        runner = Runner(running, bystander, {}, file.parent)
        runner.warm_up()
        problems = runner.send_alone(load(file))
    for problem in problems:
        print(f"{problem.kind}: {problem.what}")
    print("" if problems else "Nothing is wrong.")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
