import json

import pytest

from app.folders import ROOT
from tools.upgrade import NPM, PYTHON, TESTS, UpgradeError, error_messages, main, parse_versions, with_npm, with_python

LOCK = """reflex==0.7.14 \\
    --hash=sha256:00
    # via studio-otisk
numpy==2.4.6 ; python_full_version < '3.12' \\
    --hash=sha256:01
numpy==2.5.5 ; python_full_version >= '3.12' \\
    --hash=sha256:02
"""


def test_versions_of_python_and_npm_are_parsed():
    assert parse_versions(["reflex==0.7.15", "react@19.1.11", "@sentry/react@11.13.0"]) == (
        {"reflex": "0.7.15"},
        {"react": "19.1.11", "react-dom": "19.1.11", "@sentry/react": "11.13.0"},
    )


@pytest.mark.parametrize("arguments", [[], ["next"], ["next=15.5.30"], ["reflex>=0.7"], ["next@"], ["a b==1"]])
def test_any_other_argument_is_an_error(arguments):
    with pytest.raises(UpgradeError, match="Write make upgrade TO="):
        parse_versions(arguments)


def test_the_lock_has_the_version_and_no_hashes():
    assert with_python(LOCK, {"reflex": "0.7.15"}) == (
        "reflex==0.7.15\nnumpy==2.4.6 ; python_full_version < '3.12'\nnumpy==2.5.5 ; python_full_version >= '3.12'\n"
    )


def test_the_lock_files_of_the_project_can_be_changed():
    lock, packages = (ROOT / PYTHON).read_text(), (ROOT / NPM).read_text()
    assert "reflex==9.9.9\n" in with_python(lock, {"reflex": "9.9.9"})
    assert len(with_python(lock, {}).splitlines()) == sum(
        "==" in line for line in lock.splitlines() if line[0].isalpha()
    )
    before, after = json.loads(packages), json.loads(with_npm(packages, {"next": "9.9.9", "eslint": "9.9.8"}))
    assert (after["dependencies"].pop("next"), after["devDependencies"].pop("eslint")) == ("9.9.9", "9.9.8")
    del before["dependencies"]["next"], before["devDependencies"]["eslint"]
    assert after == before and with_npm(packages, {}) == packages


def test_an_unused_package_is_an_error(capsys):
    assert main(["svelte@5.0.0"]) == main(["django==6.0"]) == 2
    assert capsys.readouterr().err.splitlines() == [f"{NPM} has no svelte.", f"{PYTHON} has no django."]


@pytest.mark.parametrize(
    ("output", "messages"),
    [
        (
            "Traceback …\npwa.seam.expect.InternalsChangedError: App has changed: expected `sio`. Look.\n",
            ["App has changed: expected `sio`. Look."],
        ),
        (
            "> Build error\nError: Next changed: re-check UNUSED.\nError: Next changed: re-check UNUSED.\n",
            ["Next changed: re-check UNUSED."],
        ),
        ("..F\n1 failed\nFAILED tests/a.py::test - assert 1 == 2\n", ["FAILED tests/a.py::test - assert 1 == 2"]),
        (
            "Collecting a\nERROR: Could not find it (from versions: 1, 2)\nERROR: No matching distribution for a==3\n",
            ["No matching distribution for a==3"],
        ),
        ("one\n\ntwo\n", ["one", "two"]),
        ("\n".join(map(str, range(99))), [str(number) for number in range(84, 99)]),
    ],
    ids=["the seam", "the build", "a test", "pip", "no message", "many lines"],
)
def test_error_messages_are_found(output, messages):
    assert error_messages(output) == messages


def test_its_tests_exist():
    assert [test for test in TESTS if not (ROOT / test).exists()] == []
