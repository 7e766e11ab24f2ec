"""`make audit`: looks for known vulnerabilities in the locked packages.

The exit code is 1 if a package has a vulnerability, and 3 if a vulnerability database does not respond.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.folders import ROOT

VULNERABLE, UNREACHABLE = 1, 3
PYTHON = (
    sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json",
)  # fmt: skip
NPM = (str(Path(sys.executable).with_name("npm")), "audit", "--package-lock-only", "--json")


def main() -> int:
    codes = [_report("Python", python()), _report("npm", npm())]
    return VULNERABLE if VULNERABLE in codes else max(codes)


def python() -> tuple[int, str]:
    return read_python(_run([*PYTHON, "-r", "requirements.txt"], ROOT))


def npm() -> tuple[int, str]:
    return read_npm(_run(NPM, ROOT / "pwa"))


def read_python(ran: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    packages = _parsed(ran.stdout).get("dependencies")
    if packages is None:
        return UNREACHABLE, ran.stderr.strip() or "no answer"
    skipped = [each["name"] for each in packages if "skip_reason" in each]
    found = [f"{each['name']}: {vuln['id']}" for each in packages for vuln in each.get("vulns", ())]
    if skipped and not found:
        return UNREACHABLE, f"PyPI has no data on {len(skipped)} of {len(packages)} packages"
    return (VULNERABLE if found else 0), "\n".join(found)


def read_npm(ran: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    answer = _parsed(ran.stdout)
    if "vulnerabilities" not in answer:
        return UNREACHABLE, str(answer.get("message") or ran.stderr.strip() or "no answer")
    found = answer["vulnerabilities"]
    return (VULNERABLE if found else 0), "\n".join(f"{name}: {each['severity']}" for name, each in found.items())


def _parsed(text: str) -> dict[str, Any]:
    try:
        return json.loads(text)
    except ValueError:
        return {}


def _run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def _report(name: str, result: tuple[int, str]) -> int:
    code, said = result
    heading = {0: "no known vulnerability", VULNERABLE: "vulnerabilities", UNREACHABLE: "NOT AUDITED, no answer"}[code]
    print(f"{name}: {heading}", said if code else "", sep="\n" if code else "")
    return code


if __name__ == "__main__":
    sys.exit(main())
