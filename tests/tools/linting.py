"""Runs ESLint on examples of code."""

import json
from collections.abc import Mapping
from pathlib import Path

from tools import lint


def violated_rules(folder: Path, examples: Mapping[str, tuple[str, str]]) -> dict[str, list[str]]:
    """Returns the names of the rules that each example violates. ESLint runs once for all examples.

    An example is a file name and its code. A unique number replaces `another` in the file name.
    """
    files = {
        name: folder / file.replace("another", str(number)) for number, (name, (file, _)) in enumerate(examples.items())
    }
    for name, file in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(examples[name][1])
    ran = lint.run(*lint.ESLINT, "--format", "json", ".", folder=folder, capture=True)
    rules = {
        Path(each["filePath"]): [message["ruleId"] for message in each["messages"]] for each in json.loads(ran.stdout)
    }
    return {name: rules[file.resolve()] for name, file in files.items()}
