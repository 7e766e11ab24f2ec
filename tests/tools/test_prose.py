import pytest

from tools.prose import MAX_SENTENCE_WORDS, MAX_WORDS, faults, main, read, sample, total_faults

LONG = " ".join(["word"] * (MAX_SENTENCE_WORDS + 1))
GOOD = '''\
"""A cache of responses."""

MAX_BYTES = 10
"""Bytes in memory."""


class Cache:
    """A cache."""

    @property
    def size(self):
        """The number of responses."""
        return 0

    def clear(self):
        """Removes everything."""
        raise ValueError("The cache is locked.")


def is_empty(cache):
    """Whether the cache has no response."""
    return not cache.size  # not `kept`


def test_a_response_is_cached():
    """As long as it is fresh."""
'''


def found(text: str, file: str = "app/a.py") -> list[str]:
    return list(faults(read(file, text)))


def test_good_prose_has_no_faults() -> None:
    assert found(GOOD) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('def f():\n    """The size."""\n', "app/a.py:2: a function's docstring begins with “The”"),
        ('def f():\n    """Whoever"""\n', "app/a.py:2: a function's docstring begins with “Whoever”"),
        ('async def f():\n    """Is it so?"""\n', "app/a.py:2: a function's docstring begins with “Is”"),
        ('class C:\n    """What there is."""\n', "app/a.py:2: a class's docstring begins with “What”"),
        ('"""How it works."""\n', "app/a.py:1: a module's docstring begins with “How”"),
        ('A = 1\n"""Of the cache."""\n', "app/a.py:2: a constant's docstring begins with “Of”"),
        ('@property\ndef f(self):\n    """Where it is."""\n', "app/a.py:3: a property's docstring begins with “Where”"),
        ("# The page is told of it.\n", "app/a.py:1: “told” has a standard term"),
        ('raise ValueError("It is kept.")\n', "app/a.py:1: “kept” has a standard term"),
        ('log.info("Nobody hears of %s", name)\n', "app/a.py:1: “hears” has a standard term"),
        (f"# {LONG}\n", "app/a.py:1: a sentence of 31 words: “word word word word word word …”"),
        (f"# One.\n# {LONG}\n", "app/a.py:1: a sentence of 31 words: “word word word word word word …”"),
        ("LONGEST_NAME = 3\n", "app/a.py: LONGEST_NAME has a standard name"),
        ("a = 1\n" + "# A comment of six words more.\n" * 11, "app/a.py: 66 words of comments for 1 lines of code"),
    ],
)
def test_a_fault_of_python_is_found(text: str, fault: str) -> None:
    assert any(each.startswith(fault) for each in found(text)), found(text)


@pytest.mark.parametrize("comment", ["// It is put right.", "/** @type {string} It is put right. */"])
def test_a_fault_of_javascript_is_found(comment: str) -> None:
    assert found(f"let a;\n{comment}\n", "app/a.js") == ["app/a.js:2: “put right” has a standard term"]


def test_comments_of_javascript_are_separate() -> None:
    text = "// One.\n// One, too.\n\n// Two.\na(); // Three.\n// Four.\nb();\n"
    assert [(each.line, each.text.split()) for each in read("app/a.js", text).prose] == [
        (1, ["One.", "One,", "too."]),
        (4, ["Two."]),
        (5, ["Three."]),
        (6, ["Four."]),
    ]


def test_strings_and_types_of_javascript_are_no_prose() -> None:
    module = read("app/a.js", 'const END = "g = false; // }";\nuse("https://a.cz"); // a reason\n')
    assert [prose.text.strip() for prose in module.prose] == ["a reason"] and module.lines == 2
    [comment] = read("app/a.js", "/** @param {{ kept: number }} kept the size */\n").prose
    assert comment.text.split() == ["the", "size"]


def test_pragmas_are_no_prose() -> None:
    text = "a = b()  # pyright: ignore[reportA, reportB] - untyped\nb = c()  # noqa: E731\n"
    assert [each.text.strip(" -") for each in read("app/a.py", text).prose] == ["untyped"]
    directives = (
        "# pyright: reportX=true\na = [1,\n     2]  # fmt: skip\nimport b  # noqa: E402 # pyright: ignore[reportA]\n"
    )
    assert read("app/a.py", directives).prose == []
    assert read("app/a.js", '/** @type {number[]} */\nimport(/* webpackChunkName: "a" */ "./a.js");\n').prose == []


def test_code_in_docs_is_no_prose() -> None:
    text = f"# It is kept\n\n```sh\nkept\n{LONG}\n```\n\n| kept |\n\n`kept`, “kept”\n\nIt is kept.\n"
    assert found(text, "docs/a.md") == ["docs/a.md:12: “kept” has a standard term"]


def test_too_much_prose_in_all_is_a_fault() -> None:
    wordy = read("app/a.py", "a = 1\n# A comment of five words.\n")
    assert list(total_faults([wordy])) == [f"500 words of comments per 100 lines of code; the limit is {MAX_WORDS}"]
    assert not list(total_faults([read("app/a.py", "a = 1\n")]))


def test_a_sample_has_comments_and_docstrings_only() -> None:
    modules = [read("app/a.py", GOOD), read("docs/a.md", "A page.\n")]
    assert len(sample(modules, "1")) == 8
    assert sample(modules, "1") == sample(modules, "1")


def test_the_command_fails_if_there_are_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tools/prose.py"]) == 0
    assert capsys.readouterr().out == "Prose: no faults.\n"
