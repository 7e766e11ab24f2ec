import json
from subprocess import CompletedProcess

import pytest

from tools import audit


def ran(answer: object, error: str = "") -> CompletedProcess[str]:
    return CompletedProcess([], 1, answer if isinstance(answer, str) else json.dumps(answer), error)


GOOD = {"name": "nh3", "version": "0.3", "vulns": []}
BAD = {"name": "h11", "version": "0.14", "vulns": [{"id": "CVE-2025-43859"}]}
SKIPPED = {"name": "wrapt", "skip_reason": "Dependency not found on PyPI and could not be audited"}


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ({"dependencies": [GOOD]}, 0, ""),
        ({"dependencies": [GOOD, BAD, SKIPPED]}, audit.VULNERABLE, "h11: CVE-2025-43859"),
        ({"dependencies": [GOOD, SKIPPED]}, audit.UNREACHABLE, "PyPI has no data on 1 of 2 packages"),
        ("", audit.UNREACHABLE, "refused"),
    ],
)
def test_answers_of_pip_audit(answer: object, code: int, said: str) -> None:
    assert audit.read_python(ran(answer, "refused")) == (code, said)


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ({"vulnerabilities": {}}, 0, ""),
        ({"vulnerabilities": {"axios": {"severity": "high"}}}, audit.VULNERABLE, "axios: high"),
        ({"message": "405 Method Not Allowed"}, audit.UNREACHABLE, "405 Method Not Allowed"),
        ("<html>", audit.UNREACHABLE, "refused"),
    ],
)
def test_answers_of_npm(answer: object, code: int, said: str) -> None:
    assert audit.read_npm(ran(answer, "refused")) == (code, said)


@pytest.mark.parametrize(("python", "npm", "code"), [(0, 0, 0), (0, 3, 3), (1, 3, 1), (3, 1, 1)])
def test_a_vulnerability_counts_more_than_a_missing_answer(
    monkeypatch: pytest.MonkeyPatch, python: int, npm: int, code: int
) -> None:
    monkeypatch.setattr(audit, "python", lambda: (python, ""))
    monkeypatch.setattr(audit, "npm", lambda: (npm, ""))
    assert audit.main() == code
