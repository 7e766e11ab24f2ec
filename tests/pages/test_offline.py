import json
from pathlib import Path

from app.i18n import DEFAULT
from app.pages.offline import SOURCE, offline_page, offline_script
from tests.support.javascript import Browser
from tests.support.rendered import rendered


def test_headings_skip_no_level() -> None:
    page = rendered(offline_page(DEFAULT, [("/", "Studio Otisk")])())
    assert [heading.name for heading in page.all("h1", "h2", "h3", "h4")] == ["h1", "h2"]


def test_the_script_has_its_code_without_comments() -> None:
    script = offline_script()
    assert "//" not in script and "/*" not in script
    code = [line for line in SOURCE.read_text().splitlines() if line.startswith(("const", "async", "Promise", "poll"))]
    assert [line.split("/**")[0] for line in code if line.split("/**")[0] not in script] == []
    assert len(code) > 5


def test_an_online_event_starts_no_second_chain_of_requests(tmp_path: Path) -> None:
    waiting, requests = Browser(tmp_path).run(f"""
        const timers = new Set();
        let requests = 0, poll;
        const place = {{ dataset: {{}}, querySelectorAll: () => [] }};
        const given = {{
          document: {{ visibilityState: "visible", getElementById: () => place }},
          navigator: {{ onLine: true }},
          caches: {{}},
          fetch: async () => {{ requests++; throw new TypeError("no network"); }},
          setTimeout: () => {{ const timer = {{}}; timers.add(timer); return timer; }},
          clearTimeout: (timer) => timers.delete(timer),
          addEventListener: (_type, task) => {{ poll = task; }},
        }};
        new Function(...Object.keys(given), {json.dumps(offline_script())})(...Object.values(given));
        for (let event = 0; event < 3; event++) await poll();
        return [timers.size, requests];
    """)
    assert (waiting, requests) == (1, 4)
