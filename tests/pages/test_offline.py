from app.pages.offline import SOURCE, offline_script


def test_the_script_has_its_code_without_comments() -> None:
    script = offline_script()
    assert "//" not in script and "/*" not in script
    code = [line for line in SOURCE.read_text().splitlines() if line.startswith(("const", "async", "Promise", "poll"))]
    assert [line.split("/**")[0] for line in code if line.split("/**")[0] not in script] == []
    assert len(code) > 5
